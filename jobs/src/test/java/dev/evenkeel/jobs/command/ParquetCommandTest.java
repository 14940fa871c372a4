package dev.evenkeel.jobs.command;

import static dev.evenkeel.jobs.command.ArchivedClicks.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A day of clicks into the archive and into Parquet, as an operator at a terminal sees it. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ParquetCommandTest {
  @TempDir private Path folder;
  private ArchivedClicks clicks;

  @BeforeEach
  void begin(LocalDynamoDb server, LocalS3 s3) throws IOException {
    clicks = new ArchivedClicks(server, s3, folder, "{columns: [{name: hits, type: long}]}");
  }

  private Result run(String command, String... more) {
    return clicks.tables(command, more);
  }

  /** A day is built, written to, over and archived. */
  private void archiveDay() {
    assertThat(run("apply").code()).isZero();
    for (String hits : List.of("1", "2")) {
      put("/" + hits, AttributeValue.fromN(hits));
    }
    put("/many", AttributeValue.fromS("many"));
    clicks.end();
    assertThat(run("apply").code()).isZero();
    assertThat(run("archive").code()).isZero();
    assertThat(run("archives").out()).contains(DAY);
  }

  private void put(String page, AttributeValue hits) {
    clicks.client.putItem(
        request ->
            request
                .tableName(DAY)
                .item(
                    Map.of(
                        "page", AttributeValue.fromS(page),
                        "at", AttributeValue.fromS("2026-11-20T12:00:00Z"),
                        "hits", hits)));
  }

  @Test
  void parquet_ofAllArchives_makesEachCopyOnce() {
    archiveDay();

    Result dry = run("parquet", "--dry-run");
    Result first = run("parquet");
    Result second = run("parquet", DAY, "--output", "json");

    assertThat(dry.out()).contains(DAY + ", reads about").contains("A dry run");
    assertThat(first.code()).isZero();
    assertThat(first.out())
        .containsPattern(DAY + " +written +3 +1 ")
        .contains("column 'hits' is null for 1 items");
    assertThat(second.out())
        .contains("\"command\" : \"tables parquet\"", "\"state\" : \"there\"", "\"misfits\" : 1");
    assertThat(run("parquet", "--dry-run").out()).isEqualTo("Nothing is due.\n");
  }

  @Test
  void parquet_ofAllArchivesOfWhichOneWasGivenUp_copiesTheOthers() {
    archiveDay();
    clicks.typed.now = clicks.typed.now.plus(Duration.ofDays(1));
    assertThat(run("apply").code()).isZero();
    assertThat(run("archive").code()).isZero();
    String later = "clicks_2026-11-21";
    assertThat(run("archives").out()).contains(DAY, later);
    clicks.giveUpFirstArchive();

    Result dry = run("parquet", "--dry-run");
    Result all = run("parquet");

    assertThat(all.code()).isOne();
    assertThat(all.err())
        .contains("1 of 2 archives could not be copied, and all others are there.\n" + DAY + ": ")
        .contains("which was given up");
    assertThat(dry.code()).isOne();
    assertThat(dry.out()).isEmpty();
    assertThat(dry.err())
        .contains("1 of 2 archives cannot be copied. For the costs of another, name its table.\n")
        .contains(DAY + ": read on '" + DAY + "' refused", "which was given up")
        .doesNotContain(later);
    assertThat(run("parquet", DAY, "--dry-run").err()).contains("which was given up");
    assertThat(run("parquet", later).out()).containsPattern(later + " +there ");
  }

  @Test
  void parquet_withDdl_printsAthenasTable() {
    assertThat(run("apply").code()).isZero();

    assertThat(run("parquet", "--ddl").out())
        .startsWith("CREATE EXTERNAL TABLE IF NOT EXISTS `clicks` (\n  `page` string,\n")
        .containsPattern("'projection.period.range' = '[0-9-]{10},NOW'");
    assertThat(run("parquet", DAY, "--ddl").err()).contains("Leave TABLE and --dry-run out");
  }

  @Test
  void parquet_withoutArchive_isRefused() {
    assertThat(run("apply").code()).isZero();

    assertThat(run("parquet", DAY).err()).contains("there is no verified archive of it");
    assertThat(run("parquet").out()).isEqualTo("There are no archives to copy.\n");
    assertThat(run("parquet", "orders_2026-11-20").err()).contains("no period table of a series");
  }

  @Test
  void parquet_withoutColumns_isRefused() throws IOException {
    clicks.write(clicks.configuration.replaceAll("(?m)^ +parquet:.*\n", ""));

    assertThat(run("parquet").err()).contains("no series has a 'parquet'");
  }
}
