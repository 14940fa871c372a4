package dev.evenkeel.jobs.command;

import static dev.evenkeel.jobs.command.MovedClicks.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on layouts where a table is missing. */
@ExtendWith(LocalDynamoDbExtension.class)
class MissingTablesTest {
  private final MovedClicks clicks;

  MissingTablesTest(LocalDynamoDb server) {
    clicks = new MovedClicks(server);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reshard plan --key home --to 4",
        "reshard start --key home --to 4 --apply",
        "reshard start --key home --to 4 --apply --without-clients",
        "reshard run",
        "work",
        "layout show",
        "layout ready",
        "layout add-piece --key home --to 4 --apply",
      })
  void commands_withoutTheControlTable_nameIt(String command) {
    Result refused = clicks.typed(command, "--layouts", "nowhere");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .hasLineCount(1)
        .startsWith("evenkeel: there is no control table 'nowhere' there, ")
        .contains("Check --layouts, the region");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "layout show",
        "layout clients",
        "layout ready",
        "layout ready --one-region",
        "reshard plan --key home --to 4",
        "layout raise --shards 2 --drawn RANDOM --to 4 --apply",
        "reshard start --key home --to 4 --apply --without-clients"
      })
  void commands_withoutTheTable_areRefusedBeforeTheyWait(String command) {
    clicks.plain.deleteTable(delete -> delete.tableName(TABLE));

    Result refused = clicks.typed(command);

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err().lines().filter(line -> !line.startsWith("reshard start: ")))
        .as("a start tells what it waits for after a second")
        .hasSize(1);
    assertThat(refused.err())
        .contains("ResourceNotFound")
        .endsWith("(table clicks). Check --table, the region and the endpoint.\n");
    assertThat(clicks.plain.scan(scan -> scan.tableName("evenkeel-layouts")).items()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "--table, layout show --table ab",
    "--table, reshard status --table ab",
    "--table, reshard start --key home --to 4 --table ab",
    "--into, reshard plan --into ab --to 4 --table clicks"
  })
  void commands_onATableOfTwoLetters_areRefusedInALine(String option, String command) {
    String spec = " --partition-key page --sort-key at";

    Result refused = clicks.typed.run((command + spec).split(" "));

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .isEqualTo(
            "evenkeel: %s is 'ab', which can be no name of a table: that has 3 to 255 of the characters A-Z, a-z, 0-9, '_', '-' and '.'.\n"
                .formatted(option));
  }
}
