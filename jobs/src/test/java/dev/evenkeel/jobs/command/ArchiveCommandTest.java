package dev.evenkeel.jobs.command;

import static dev.evenkeel.jobs.command.ArchivedClicks.CLICKS;
import static dev.evenkeel.jobs.command.ArchivedClicks.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.jobs.iam.Rights;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A day of clicks into the archive and out of it, as an operator at a terminal sees it. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ArchiveCommandTest {
  private static final String NONE =
      " No archive and no restore of job 'nightly' is under way.%n".formatted();

  @TempDir private Path folder;
  private ArchivedClicks clicks;

  @BeforeEach
  void begin(LocalDynamoDb server, LocalS3 s3) throws IOException {
    clicks = new ArchivedClicks(server, s3, folder, "");
  }

  private Result run(String command, String... more) {
    return clicks.tables(command, more);
  }

  /** A day is written to, over and archived. */
  private void passDay() {
    clicks.pass();
    assertThat(run("apply").out()).containsPattern("done +retire +" + DAY);
    Result apply = run("apply");
    assertThat(apply.out()).containsPattern("done +archive +" + DAY);
    assertThat(apply.err()).contains("items of %s read%n".formatted(DAY));
  }

  @Tag("deep")
  @Test
  void archive_whoseScansAWorkerDoes_isComplete() {
    assertThat(work().err()).contains("'evenkeel-control', which has a partition key pk");
    assertThat(run("archive", "--job", "move").err()).contains("no pass of a move");
    assertThat(run("apply").code()).isZero();
    assertThat(work().err())
        .isEqualTo(
            "work 2: takes part in archives and restores of job 'nightly'; between their passes it waits for a call of 'tables archive' or 'tables restore'%n"
                .formatted());
    assertThat(work().out()).isEqualTo("Worker 2 wrote or verified 0 items.%s".formatted(NONE));
    clicks.pass();
    assertThat(run("apply").out()).containsPattern("done +retire +" + DAY);

    CompletableFuture<Result> archive =
        CompletableFuture.supplyAsync(() -> run("archive", "--job", "nightly"));
    int items = clicks.workedOn("nightly", archive);

    assertThat(archive.join().out()).containsPattern("done +archive +" + DAY);
    assertThat(items).isEqualTo(2 * CLICKS);
    assertThat(run("archives").out()).contains(DAY, "20", "AWSDynamoDB/");
  }

  @Tag("deep")
  @Test
  void restore_whosePassesAWorkerDoes_givesTheSameItemsBack() {
    passDay();
    assertThat(run("restore", DAY, "--job", "verify").err()).contains("no pass of a move");

    CompletableFuture<Result> restore =
        CompletableFuture.supplyAsync(() -> run("restore", DAY, "--job", "audit"));
    int items = clicks.workedOn("audit", restore);

    Result restored = restore.join();
    assertThat(restored.code()).as("%s", restored).isZero();
    assertThat(restored.out())
        .isEqualTo("%s is restored as %s-restored, all 20 items.%n".formatted(DAY, DAY));
    assertThat(items).as("checked, written and verified").isEqualTo(3 * CLICKS);
    assertThat(clicks.rows(DAY + "-restored"))
        .containsExactlyInAnyOrderElementsOf(clicks.rows(DAY));
  }

  private Result work() {
    return clicks.work("nightly");
  }

  @Test
  void dryRuns_beforeArchiveAndRestore_tellWhatTheyCost() {
    assertThat(run("archive", "--dry-run").out()).isEqualTo("Nothing is due.\n");
    clicks.pass();
    run("apply");

    JsonNode costs = run("archive", "--dry-run", "-o", "json").json().path("costs");
    Result archive = run("archive", "--dry-run");

    assertThat(archive.out())
        .contains(DAY + ", scans ", " 2 read units ", DAY + ", files at most ", "8 PUTs")
        .contains(
            "Costs: under 0.0001 once, under 0.0001 a month", "A dry run: nothing was written.")
        .doesNotContain("unknown");
    assertThat(costs.path("once").asDouble()).isEqualTo(2 * 0.125e-6 + 8 * 0.005e-3);
    assertThat(run("archives", "-o", "json").json().path("archives")).isEmpty();
    assertThat(run("archive", "--dry-run", "--job", "a").err()).contains("Leave --restart");
    assertThat(run("restore", DAY, "--dry-run").err()).contains("there is no archive of '" + DAY);

    assertThat(run("archive").code()).isZero();
    Result restore = run("restore", DAY, "--dry-run");

    assertThat(restore.out())
        .contains(DAY + ", writes at least  20 write units", "unknown: " + DAY + ", two reads:");
    assertThat(clicks.client.listTables().tableNames()).doesNotContain(DAY + "-restored");

    clicks.giveUpFirstArchive();
    Result refused = run("restore", DAY, "--dry-run");

    assertThat(refused.code()).isOne();
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err()).contains("which was given up");
    assertThat(refused.err().replace("read on", "restore on")).isEqualTo(run("restore", DAY).err());
  }

  @Test
  void dryRun_ofARestoreWithoutAFile_isRefusedAsTheRestoreIs() {
    passDay();
    clicks.loseAFile();
    Result dry = run("restore", DAY, "--dry-run");

    assertThat(dry.code()).isOne();
    assertThat(dry.out()).isEmpty();
    assertThat(dry.err()).contains("is listed in the manifest, and is not there");
    assertThat(dry.err()).isEqualTo(run("restore", DAY).err());
  }

  @Test
  void archiveDeleteRestore_giveTheSameItemsBack() {
    passDay();
    List<Map<String, AttributeValue>> before = clicks.rows(DAY);
    JsonNode archives = run("archives", "-o", "json").json().path("archives");
    assertThat(archives).hasSize(1);
    assertThat(archives.path(0).path("items").asInt()).isEqualTo(20);
    assertThat(run("archives").out()).contains(DAY, "20", "AWSDynamoDB/");
    assertThat(run("archive").out()).contains("nothing to do", "Complete.");

    clicks.typed.now = Instant.parse("2026-11-24T12:00:00Z");
    run("apply");
    run("apply", "--delete");
    assertThat(clicks.client.listTables().tableNames()).doesNotContain(DAY);

    Result restore = run("restore", DAY);
    assertThat(restore.err())
        .contains("restore: creating %s-restored%n".formatted(DAY))
        .containsPattern("restore: \\d+ items written to %s-restored\n".formatted(DAY));
    assertThat(restore.out())
        .isEqualTo("%s is restored as %s-restored, all 20 items.%n".formatted(DAY, DAY));
    assertThat(restore.code()).isZero();
    assertThat(clicks.rows(DAY + "-restored")).containsExactlyInAnyOrderElementsOf(before);
    JsonNode again = run("restore", DAY, "-o", "json").json();
    assertThat(again.path("complete").asBoolean()).isTrue();
    assertThat(again.path("state").asText()).isEqualTo("done");
  }

  @Test
  void apply_controlTableIsUnprotected_warnsWithTheCommand() {
    passDay();
    assertThat(run("apply").out()).doesNotContain("warning");
    clicks.client.updateTable(
        r -> r.tableName("evenkeel-control").deletionProtectionEnabled(false));

    String warning =
        "warning: control table 'evenkeel-control', which is the only catalogue of your archives, has no deletion protection. Say: aws dynamodb update-table --table-name evenkeel-control --deletion-protection-enabled";
    assertThat(run("apply").out()).startsWith(warning);
    assertThat(run("status").out()).startsWith(warning);
    assertThat(run("archive", "-o", "json").json().path("warnings")).hasSize(1);
  }

  @Test
  void catalogueRebuild_controlTableIsLost_bringsArchivesBack() {
    passDay();
    clicks.client.deleteTable(r -> r.tableName(DAY));
    clicks.client.updateTable(
        r -> r.tableName("evenkeel-control").deletionProtectionEnabled(false));
    clicks.client.deleteTable(r -> r.tableName("evenkeel-control"));

    Result dry = run("catalogue", "rebuild");
    assertThat(dry.code()).as(dry.err()).isZero();
    assertThat(dry.out())
        .containsPattern("lost +" + DAY + " +s3://.*manifest-summary.json +20 items in \\d+ bytes")
        .contains("1 archive found: 0 known, 1 lost, 0 left, 0 damaged.", "A dry run");
    assertThat(clicks.client.listTables().tableNames()).doesNotContain("evenkeel-control");
    assertThat(run("catalogue", "rebuild", "--apply").out()).contains("1 written");
    assertThat(run("archives", "-o", "json").json().path("archives")).hasSize(1);
    assertThat(run("restore", DAY).code()).isZero();
    assertThat(run("catalogue").err()).isNotEmpty();
  }

  @Test
  void restore_whatCannotBe_isOneMessageAndTouchesNothing() throws IOException {
    passDay();

    assertThat(run("restore", "clicks_2026-11-19").err())
        .startsWith("evenkeel: restore on 'clicks_2026-11-19' refused: there is no archive of it.");
    assertThat(run("restore", "visits_2026-11").err())
        .contains("has the name of no period table of a series");
    assertThat(run("restore", DAY, "--to", DAY).err()).contains("is the name of a period table");
    assertThat(run("restore", DAY, "--to", "evenkeel-control").code()).isEqualTo(1);
    assertThat(run("restore", DAY, "--to", "a b").err())
        .startsWith("evenkeel: 'a b' can be no name of a table: it has 3 to 255");
    assertThat(run("restore", DAY, "--write-units", "0").err())
        .contains("writeUnitsPerSecond must be 1 to 1000000 but is 0.0");
    assertThat(run("restore", DAY, "--restored-for", "soon").code()).isEqualTo(1);
    assertThat(run("restore", DAY, "--thaw", "BULK").err())
        .contains("'--thaw' is now called '--retrieval-tier'.");
    assertThat(run("restore", DAY, "--thawed-for=3d").err())
        .contains("'--thawed-for' is now called '--restored-for'.");
    assertThat(clicks.client.listTables().tableNames())
        .noneMatch(name -> name.endsWith("-restored"));
    clicks.write(clicks.configuration.replaceAll("    archive:.*\\n", ""));
    assertThat(run("archives").err()).contains("no series has an 'archive'");
  }

  @Test
  void archive_ofATablePastItsRetention_saysThatItComesBeforeTheDelete() {
    clicks.pass();
    run("apply");
    clicks.typed.now = Instant.parse("2026-11-24T12:00:00Z");

    Result apply = run("apply", "--delete");

    assertThat(apply.out())
        .containsPattern("done +archive +" + DAY)
        .contains(DAY + "' is past its retention and stays: its archive comes first, and a later")
        .doesNotContain(DAY + "' is past its retention and stays: it has no");
    assertThat(run("archive").out()).contains(DAY + "' is past its retention and stays: this run");
    assertThat(run("apply", "--delete").out()).containsPattern("done +delete +" + DAY);
  }

  @Test
  void restore_whereThePrefixIsAnotherByNow_namesBothPlacesAndNoDamage() throws IOException {
    passDay();
    clicks.write(clicks.configuration.replace("prefix: clicks", "prefix: hits"));

    Result refused = run("restore", DAY);

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains("restore on '%s' refused: its archive is in s3://".formatted(DAY))
        .contains("/clicks/, and the spec says that archives are in s3://", "/hits/. Set bucket")
        .doesNotContain("is there, keep it");
    assertThat(clicks.client.listTables().tableNames()).doesNotContain(DAY + "-restored");
  }

  @Test
  void whatIsSent_byALifeWithArchives_isWhatThePolicyAllows() {
    passDay();
    clicks.typed.now = Instant.parse("2026-11-24T12:00:00Z");
    run("apply");
    run("apply", "--delete");
    run("restore", DAY);
    run("archives");
    Rights.check(
        ConfigurationReader.read(Path.of(clicks.config)),
        clicks.typed.calls.sent(),
        Set.of(
            "dynamodb:DeleteResourcePolicy",
            "dynamodb:ListTagsOfResource",
            "dynamodb:PutResourcePolicy",
            "dynamodb:TagResource",
            "dynamodb:UpdateTable",
            "dynamodb:DescribeTimeToLive",
            "dynamodb:UpdateTimeToLive",
            "s3:AbortMultipartUpload",
            "s3:DeleteObject",
            "s3:RestoreObject"));
  }
}
