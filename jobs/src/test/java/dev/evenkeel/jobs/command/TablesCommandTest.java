package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.jobs.iam.Rights;
import dev.evenkeel.jobs.iam.Statement;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The life of two series, as an operator at a terminal sees it. */
@ExtendWith(LocalDynamoDbExtension.class)
class TablesCommandTest {
  @TempDir private Path folder;
  private TwoSeries series;

  @BeforeEach
  void begin(LocalDynamoDb server) throws IOException {
    series = new TwoSeries(server, folder);
  }

  @Test
  void plan_beforeAnythingIsThere_showsAllAndWritesNothing() throws IOException {
    Result plan = series.run("plan", "--detailed-exitcode");

    assertThat(plan.err()).isEmpty();
    assertThat(plan.code()).isEqualTo(2);
    Golden.check("plan.txt", plan.out());
    Golden.check("plan.json", series.run("plan", "-o", "json").out());
    assertThat(series.tables()).isEmpty();
  }

  @Test
  void apply_thenPlan_findsNothingToDo() throws IOException {
    Result apply = series.run("apply");

    assertThat(apply.code()).isZero();
    assertThat(apply.err())
        .contains("apply: creating evenkeel-control\n", "apply: creating clicks_2026-11-20\n");
    Golden.check("apply.txt", apply.out());
    assertThat(series.tables())
        .containsExactly("clicks_2026-11-20", "evenkeel-control", "visits_2026-11");
    assertThat(series.run("plan", "--detailed-exitcode").code()).isZero();
    assertThat(series.run("apply", "-o", "json").json().path("complete").asBoolean()).isTrue();
  }

  @Test
  void apply_ofWhatIsDenied_namesTheCommandThatPrintsThePolicy() throws IOException {
    assertThat(series.run("apply").out()).doesNotContain("evenkeel iam");
    series.typed.now = series.typed.now.plus(Duration.ofDays(3));
    series.typed.calls.granting(
        Rights.of(ConfigurationReader.read(Path.of(series.config))).statements().stream()
            .map(TablesCommandTest::withoutCreateTable)
            .toList());

    Result apply = series.run("apply");

    assertThat(apply.code()).isEqualTo(1);
    assertThat(apply.out())
        .contains("no rights", "Not complete: something failed")
        .endsWith("A right is missing: 'evenkeel iam' prints the policy that is needed.\n");
  }

  @Test
  void apply_onATerminal_movesABarThere() {
    series.typed.columns = 80;
    Result apply = series.run("apply", "-o", "json");

    assertThat(apply.code()).isZero();
    assertThat(apply.err()).contains("\rapply  ").doesNotContain("apply: creating");
    assertThat(apply.json().path("complete").asBoolean()).isTrue();
  }

  @Test
  void watch_withAPauseThatIsNone_isRefused() {
    assertThat(series.run("watch", "--every", "soon").err())
        .isEqualTo(
            "evenkeel: --every: 'soon' is no length of time. Write 90s, 15m, 6h, 30d or 2w, or ISO 8601 such as PT15M.%n"
                .formatted());
    assertThat(series.tables()).isEmpty();
  }

  @Test
  void status_inTheMiddleOfALife_showsWhatIsThereRememberedAndDue() throws IOException {
    series.run("apply");
    series.typed.now = Instant.parse("2026-11-21T12:00:00Z");
    Result status = series.run("status");

    assertThat(status.code()).isZero();
    Golden.check("status.txt", status.out());
    Golden.check("status.json", series.run("status", "--output", "json").out());
  }

  @Test
  void status_sinceWasRaised_tellsATableThatIsLeftAloneFromOneThatIsGone() throws IOException {
    series.run("apply");
    series.typed.now = Instant.parse("2026-11-21T12:00:00Z");
    series.run("apply");
    Files.writeString(
        Path.of(series.config),
        TwoSeries.CONFIGURATION.replace("since: 2026-11-20", "since: 2026-11-21"));

    Result left = series.run("status");
    JsonNode line = series.run("status", "-o", "json").json().at("/series/0/tables/0");
    series.client.updateTable(
        r -> r.tableName("clicks_2026-11-20").deletionProtectionEnabled(false));
    series.client.deleteTable(r -> r.tableName("clicks_2026-11-20"));
    Result gone = series.run("status");

    assertThat(left.out())
        .containsPattern("clicks_2026-11-20  retired  before since  -  ")
        .contains("note: table 'clicks_2026-11-20' lies before since");
    assertThat(line.path("tableName").asText()).isEqualTo("clicks_2026-11-20");
    assertThat(line.path("exists").asBoolean()).isTrue();
    assertThat(line.path("beforeSince").asBoolean()).isTrue();
    assertThat(line.has("status")).isFalse();
    assertThat(gone.out()).containsPattern("clicks_2026-11-20  retired  absent  -  ");
  }

  @Test
  void status_beforeAnythingIsThere_saysSo() {
    Result status = series.run("status");

    assertThat(status.code()).isZero();
    assertThat(status.out())
        .startsWith("Control table 'evenkeel-control' is not there yet; tables apply creates it.")
        .contains("clicks_2026-11-20");
    assertThat(series.tables()).isEmpty();
  }

  @Test
  void apply_withoutDelete_deletesNothingAndSaysWhy() {
    series.run("apply");
    series.typed.now = Instant.parse("2026-11-24T12:00:00Z");
    Result apply = series.run("apply");

    assertThat(apply.code()).isZero();
    assertThat(apply.out())
        .contains(
            "note: table 'clicks_2026-11-20' is past its retention and stays: this run deletes nothing, which takes '--delete' and 'lifecycle.deletes', or deletes(n)");
    assertThat(series.tables()).contains("clicks_2026-11-20", "clicks_2026-11-24");
  }

  @Test
  void apply_withDelete_deletesWhatIsPastItsRetention() throws IOException {
    series.run("apply");
    series.typed.now = Instant.parse("2026-11-24T12:00:00Z");
    series.run("apply");
    Result apply = series.run("apply", "--delete", "-o", "json");

    assertThat(apply.code()).isZero();
    Golden.check("apply-delete.json", apply.out());
    assertThat(series.tables()).doesNotContain("clicks_2026-11-20").contains("clicks_2026-11-24");
  }

  @Test
  void apply_withDeleteThatTheConfigurationForbids_isRefused() throws IOException {
    Files.writeString(
        Path.of(series.config), TwoSeries.CONFIGURATION.replace("deletes: 1", "deletes: 0"));
    Result apply = series.run("apply", "--delete");

    assertThat(apply.code()).isEqualTo(1);
    assertThat(apply.err())
        .isEqualTo(
            "evenkeel: %s: deletes are asked for, but 'lifecycle.deletes' is 0. Set there how many tables a run may delete, such as 1.%n",
            series.config);
    assertThat(series.tables()).isEmpty();
  }

  @Test
  void whatIsSent_byALifeOfTables_isWhatThePolicyAllows() throws IOException {
    Files.writeString(
        Path.of(series.config),
        TwoSeries.CONFIGURATION.replace(
            "provisioned: {readUnits: 5, writeUnits: 100}",
            "provisioned: {readUnits: 5, writeUnits: 100}, timeToLive: gone, pointInTimeRecovery: true"));
    series.run("plan");
    series.run("apply");
    series.run("status");
    series.typed.now = Instant.parse("2026-11-24T12:00:00Z");
    series.run("apply");
    series.run("apply", "--delete");
    series.run("apply");

    Rights.check(
        ConfigurationReader.read(Path.of(series.config)),
        series.typed.calls.sent(),
        // The engine lacks these operations, and targets are not looked up there.
        Set.of(
            "application-autoscaling:DescribeScalableTargets",
            "dynamodb:TagResource",
            "dynamodb:UpdateContinuousBackups"));
  }

  @Test
  void watch_withAPauseThatIsTooLong_isRefused() {
    assertThat(series.run("watch", "--every", "1h").err())
        .isEqualTo(
            "evenkeel: a pause of 1h between runs is not less than the prebuild of 'clicks', 1h: its next table could come too late. Choose a shorter one, or a longer prebuild.%n"
                .formatted());
    assertThat(series.tables()).isEmpty();
  }

  @Test
  void timesForPeople_endWithTheSecond() {
    series.typed.now = Instant.parse("2026-11-20T12:00:00.123456789Z");

    for (String command : new String[] {"plan", "status", "apply"}) {
      assertThat(series.run(command).out()).contains("clicks at 2026-11-20T12:00:00Z\n");
    }
  }

  @Test
  void plan_aLiveTableDrifted_showsItAndApplyMendsItIfAsked(@TempDir Path saved)
      throws IOException {
    Files.writeString(
        Path.of(series.config),
        TwoSeries.CONFIGURATION.replace(
            "provisioned: {readUnits: 5, writeUnits: 100}",
            "provisioned: {readUnits: 5, writeUnits: 100}, deletionProtection: true"));
    series.run("apply");
    series.client.updateTable(
        r -> r.tableName("clicks_2026-11-20").deletionProtectionEnabled(false));

    Result shown = series.run("plan");
    assertThat(shown.out())
        .contains(
            "drift: table 'clicks_2026-11-20': deletion protection is off, and the template has it on\n",
            "with --reconcile, apply mends what can be mended.");
    assertThat(series.run("apply").out()).contains("nothing to do");
    String plan = saved.resolve("plan.json").toString();
    Result mending = series.run("plan", "--reconcile", "--detailed-exitcode", "--out", plan);
    assertThat(mending.code()).isEqualTo(2);
    assertThat(series.run("apply", plan).err()).contains("was planned with --reconcile");
    assertThat(series.run("apply", "--reconcile", plan).code()).isZero();

    assertThat(series.run("plan").out()).doesNotContain("drift");
    assertThat(series.run("plan", "--reconcile", "--detailed-exitcode").code()).isZero();
  }

  @Test
  void watch_untilItIsAskedToEnd_runsAtOnceAndEndsWithZero() throws Exception {
    CompletableFuture<Result> watching =
        CompletableFuture.supplyAsync(() -> series.run("watch", "--every", "59m"));
    while (!series.tables().contains("visits_2026-11") && !watching.isDone()) {
      Thread.onSpinWait();
    }
    assertThat(series.typed.end()).isTrue();

    Result ended = watching.get();
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).contains("clicks at 2026-11-20T12:00:00Z", "Complete.");
    assertThat(series.run("plan", "--detailed-exitcode").code()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"table, nothing to do", "json, 'command\" : \"tables watch'"})
  void watch_withNothingToDo_stillTellsOfEachRun(String form, String sign) throws Exception {
    series.run("apply");
    StringWriter out = new StringWriter();
    CompletableFuture<Result> watching =
        CompletableFuture.supplyAsync(
            () -> series.typed.runInto(out, "tables", "watch", "-c", series.config, "-o", form));
    while (!out.toString().contains(sign) && !watching.isDone()) {
      Thread.sleep(10);
    }
    assertThat(series.typed.end()).isTrue();

    assertThat(watching.get().code()).isZero();
    assertThat(out.toString()).contains(sign);
  }

  private static Statement withoutCreateTable(Statement right) {
    List<String> actions =
        right.actions().stream().filter(action -> !action.equals("dynamodb:CreateTable")).toList();
    return new Statement(right.sid(), actions, right.resources(), right.conditions());
  }
}
