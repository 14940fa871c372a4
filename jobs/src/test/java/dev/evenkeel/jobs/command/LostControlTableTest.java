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
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on archives where the control table is not there: its name is a backup's to take. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class LostControlTableTest {
  @TempDir private Path folder;
  private ArchivedClicks clicks;

  @BeforeEach
  void begin(LocalDynamoDb server, LocalS3 s3) throws IOException {
    clicks = new ArchivedClicks(server, s3, folder, "{}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "restore " + DAY,
        "restore " + DAY + " --dry-run",
        "archive --restart " + DAY,
        "archives",
        "parquet",
        "parquet " + DAY,
        "parquet --dry-run",
      })
  void command_thatReadsTheCatalogue_isRefusedAndCreatesNone(String command) {
    Result refused = clicks.tables(command);

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .hasLineCount(1)
        .startsWith("evenkeel: control table 'evenkeel-control' is not there, so there is no")
        .contains("Check 'controlTable' in " + clicks.config, "restore it from a backup");
    assertThat(clicks.client.listTables().tableNames()).isEmpty();
  }

  @Test
  void catalogueRebuild_thatFindsNothing_createsNoControlTable() {
    Result rebuild = clicks.tables("catalogue rebuild", "--apply");

    assertThat(rebuild.code()).isZero();
    assertThat(rebuild.out())
        .isEqualTo("0 archives found: 0 known, 0 written, 0 left, 0 damaged.\n");
    assertThat(clicks.client.listTables().tableNames()).isEmpty();
  }

  /** Only the control table tells which account this is. */
  @Test
  void catalogueRebuild_dryRunWithoutControlTable_saysThatTheAccountIsNotKnown() {
    clicks.pass();
    assertThat(clicks.tables("apply").code()).isZero();
    assertThat(clicks.tables("apply").code()).isZero();
    assertThat(clicks.tables("archives").out()).contains(DAY);
    for (String table : List.of(DAY, "evenkeel-control")) {
      clicks.client.updateTable(r -> r.tableName(table).deletionProtectionEnabled(false));
      clicks.client.deleteTable(r -> r.tableName(table));
    }

    Result unknown = clicks.tables("catalogue rebuild");

    assertThat(unknown.code()).isZero();
    assertThat(unknown.out())
        .contains("lost", "; its table was arn:aws:dynamodb:", "table/" + DAY)
        .contains("without the control table it is not known whether that is of this account");
    assertThat(clicks.client.listTables().tableNames()).doesNotContain("evenkeel-control");
    Result written = clicks.tables("catalogue rebuild", "--apply");
    assertThat(written.code()).isZero();
    assertThat(written.out()).contains("written").doesNotContain("it is not known");
  }

  @Test
  void adopt_ofNoTable_createsNoControlTable() {
    Result refused = clicks.tables("adopt", DAY);

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("there is no table '%s' to adopt".formatted(DAY));
    assertThat(clicks.client.listTables().tableNames()).isEmpty();
  }
}
