package dev.evenkeel.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.AccessLog.Line;
import dev.evenkeel.jobs.Jar.Ended;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage.State;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A user's work with the runnable jar, from the first plan on: a web log of four days comes in, is
 * archived, deleted and restored, and stays readable and unchanged.
 */
@Tag("deep")
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class LogJarIT {
  private final LocalDynamoDb server;
  private final LocalS3 objects;
  @TempDir private Path folder;

  LogJarIT(LocalDynamoDb server, LocalS3 objects) {
    this.server = server;
    this.objects = objects;
  }

  @Test
  void jar_throughTheLifeOfARealLog_answersRightAndLosesNothing() throws Exception {
    assumeTrue(AccessLog.isRealThere(), "there is no real log beside the checkout");
    live(AccessLog.real());
  }

  @Test
  void jar_throughTheLifeOfAGeneratedLog_answersRightAndLosesNothing() throws Exception {
    assumeFalse(AccessLog.isRealThere(), "the real log shows the same");
    live(AccessLog.generated());
  }

  private void live(AccessLog log) throws IOException, InterruptedException {
    List<LocalDate> days = List.copyOf(log.days().keySet());
    assertThat(days).hasSize(4);
    LocalDate first = days.get(0);
    try (LogLife life = new LogLife(server, objects, folder, first)) {
      life.fixture.create("reports", "day", "S");
      life.fixture.create("report-chunks", "Id", "S");
      life.fixture.create("report-intents", "Bucket", "N", "Due", "S");
      life.now = log.lines().get(0).at().minus(Duration.ofMinutes(20));
      begin(life, first);
      comeIn(life, log, days);
      assertReads(life, log.items(), first);
      archive(life, log, days);
      delete(life, days);
      restore(life, log, days);
      assertReads(life, log.items(), first);
      sweep(life, log);
      life.now = life.now.minus(Duration.ofDays(1));
      Ended early = life.run("tables", "apply");
      assertThat(early.code()).isEqualTo(1);
      assertThat(early.out()).contains("accept-clock");
    }
  }

  private static Instant at(LocalDate day, int hour, int minute) {
    return day.atTime(LocalTime.of(hour, minute)).toInstant(ZoneOffset.UTC);
  }

  private static String table(LocalDate day) {
    return "hits_" + day;
  }

  private static void begin(LogLife life, LocalDate first)
      throws IOException, InterruptedException {
    JsonNode plan = life.report(2, "tables", "plan", "--detailed-exitcode");
    assertThat(plan.path("controlTable").path("exists").asBoolean()).isFalse();
    assertThat(plan.path("actions").asInt()).isEqualTo(1);
    JsonNode action = plan.path("series").path(0).path("actions").path(0);
    assertThat(action.path("action").asText()).isEqualTo("build");
    assertThat(action.path("tableName").asText()).isEqualTo(table(first));
    assertThat(action.path("period").path("end").asText())
        .isEqualTo(first.plusDays(1) + "T00:00:00Z");
    assertThat(LogLife.outcomes(life.report(0, "tables", "apply")))
        .containsExactly("build " + table(first) + " done");
    plan = life.report(0, "tables", "plan", "--detailed-exitcode");
    assertThat(plan.path("controlTable").path("exists").asBoolean()).isTrue();
    assertThat(plan.path("actions").asInt()).isZero();
  }

  /**
   * Half an hour before each boundary a run builds the next day's table, and cools the last one.
   */
  private static void comeIn(LogLife life, AccessLog log, List<LocalDate> days)
      throws IOException, InterruptedException {
    for (LocalDate day : days) {
      List<Line> lines = log.days().getOrDefault(day, List.of());
      List<Line> early = lines.stream().filter(l -> l.at().isBefore(at(day, 23, 0))).toList();
      life.ingest(early);
      life.report(day, early.subList(0, early.size() / 2)); // to be replaced
      if (days.indexOf(day) < 3) {
        cross(life, day, days.get(0));
      }
      life.ingest(lines.subList(early.size(), lines.size()));
      life.report(day, lines);
    }
  }

  private static void cross(LogLife life, LocalDate day, LocalDate first)
      throws IOException, InterruptedException {
    life.now = at(day, 23, 30);
    List<String> expected = new ArrayList<>();
    expected.add("build " + table(day.plusDays(1)) + " done");
    if (!day.equals(first)) {
      expected.add("retire " + table(day.minusDays(1)) + " done");
      expected.add("resize " + table(day.minusDays(1)) + " done");
    }
    assertThat(LogLife.outcomes(life.report(0, "tables", "apply")))
        .containsExactlyElementsOf(expected);
  }

  /** All of it in both directions, through a client that reads restored tables, too. */
  private static void assertReads(
      LogLife life, List<Map<String, AttributeValue>> items, LocalDate first) {
    List<Map<String, AttributeValue>> backwards = new ArrayList<>(items);
    Collections.reverse(backwards);
    assertThat(life.read(first, true).equals(items)).as("read as the sorted file").isTrue();
    assertThat(life.read(first, false).equals(backwards)).as("read backwards").isTrue();
  }

  private static void archive(LogLife life, AccessLog log, List<LocalDate> days)
      throws IOException, InterruptedException {
    life.now = at(days.get(3).plusDays(1), 20, 0);
    assertThat(LogLife.outcomes(life.report(0, "tables", "archive")))
        .containsExactly(
            "archive " + table(days.get(0)) + " done", "archive " + table(days.get(1)) + " done");
    assertThat(LogLife.outcomes(life.report(0, "tables", "archive"))).isEmpty();
    JsonNode archives = life.report(0, "tables", "archives").path("archives");
    assertThat(archives).hasSize(2);
    for (int i = 0; i < 2; i++) {
      JsonNode archive = archives.path(i);
      assertThat(archive.path("tableName").asText()).isEqualTo(table(days.get(i)));
      assertThat(archive.path("method").asText()).isEqualTo("scan");
      assertThat(archive.path("items").asInt())
          .isEqualTo(log.days().getOrDefault(days.get(i), List.of()).size());
      assertThat(archive.path("location").asText())
          .startsWith("s3://%s/hits/AWSDynamoDB/".formatted(life.fixture.bucket));
      assertThat(archive.path("restoredAs").isNull()).isTrue();
    }
    assertThat(
            new ArchiveFiles(life.fixture.s3, life.fixture.bucket)
                .of(life.fixture.client, LogLife.CONTROL, "hits")
                .get(table(days.get(0))))
        .hasSize(archives.path(0).path("items").asInt());
  }

  private static void delete(LogLife life, List<LocalDate> days)
      throws IOException, InterruptedException {
    String gone = table(days.get(0));
    assertThat(LogLife.outcomes(life.report(0, "tables", "apply", "--delete")))
        .containsExactly(
            "build " + table(days.get(3).plusDays(1)) + " done",
            "retire " + table(days.get(2)) + " done",
            "retire " + table(days.get(3)) + " done",
            "resize " + table(days.get(2)) + " done",
            "resize " + table(days.get(3)) + " done",
            "delete " + gone + " done");
    assertThat(LogLife.outcomes(life.report(0, "tables", "apply", "--delete")))
        .containsExactly("forget " + gone + " done");
    assertThat(life.fixture.client.listTables().tableNames()).doesNotContain(gone);
    var page = life.reader().queryCovered(life.since(days.get(0), true));
    assertThat(page.isWhole()).isFalse();
    assertThat(page.coverage().get(0).state()).isEqualTo(State.ARCHIVED);
    List<String> states = new ArrayList<>();
    for (JsonNode line : life.report(0, "tables", "status").at("/series/0/tables")) {
      states.add(
          "%s %s %s %d"
              .formatted(
                  line.path("tableName").asText(),
                  line.path("state").asText(),
                  line.path("archived").asBoolean(),
                  line.at("/capacity/writeUnits").asInt()));
    }
    assertThat(states)
        .containsExactly(
            table(days.get(1)) + " retired true 1",
            table(days.get(2)) + " retired false 1",
            table(days.get(3)) + " retired false 1",
            table(days.get(3).plusDays(1)) + " serving false 200");
  }

  private static void restore(LogLife life, AccessLog log, List<LocalDate> days)
      throws IOException, InterruptedException {
    String gone = table(days.get(0));
    int items = log.days().getOrDefault(days.get(0), List.of()).size();
    for (int times = 0; times < 2; times++) {
      JsonNode report = life.report(0, "tables", "restore", gone);
      assertThat(report.path("complete").asBoolean()).isTrue();
      assertThat(report.path("state").asText()).isEqualTo("done");
      assertThat(report.path("target").asText()).isEqualTo(gone + "-restored");
      assertThat(report.path("itemsInAll").asInt()).isEqualTo(items);
    }
    var page = life.reader().queryCovered(life.since(days.get(0), true));
    assertThat(page.coverage().get(0).state()).isEqualTo(State.READ);
  }

  /** Each day's first report was replaced. */
  private static void sweep(LogLife life, AccessLog log) throws IOException, InterruptedException {
    int before = life.rows("report-chunks");
    JsonNode dry = life.report(0, "sweep");
    assertThat(dry.path("dryRun").asBoolean()).isTrue();
    assertThat(dry.at("/intents/seen").asInt()).isEqualTo(4);
    assertThat(life.rows("report-chunks")).isEqualTo(before);
    JsonNode swept = life.report(0, "sweep", "--delete");
    assertThat(swept.at("/intents/finished").asInt()).isEqualTo(4);
    assertThat(swept.at("/payloads/chunkedRemoved").asInt()).isEqualTo(4);
    assertThat(life.rows("report-chunks"))
        .isEqualTo(before - swept.at("/payloads/chunksRemoved").asInt());
    assertThat(life.rows("report-intents")).isZero();
    log.days()
        .forEach(
            (day, lines) ->
                assertThat(life.reported(day).equals(LogLife.item(day, lines)))
                    .as("the report of %s", day)
                    .isTrue());
  }
}
