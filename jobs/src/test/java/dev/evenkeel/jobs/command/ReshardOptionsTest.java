package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the commands say of the options that they were given. */
@ExtendWith(LocalDynamoDbExtension.class)
class ReshardOptionsTest {
  private static final String SERIES =
      """
      controlTable: control
      tables:
        - tableName: hits
          time: {attribute: at, format: epochMillis}
          period: day
          since: 2026-11-01
          template:
            partitionKey: {name: id}
            sortKey: {name: at, type: N}
      """;

  @TempDir private Path folder;
  private final MovedClicks clicks;

  ReshardOptionsTest(LocalDynamoDb server) {
    clicks = new MovedClicks(server);
  }

  /** And nothing of this command alone, such as its pace. */
  @Test
  void next_repeatsThoseOfTheTable() throws IOException {
    Path series = Files.writeString(folder.resolve("my series.yaml"), SERIES);
    Result start =
        clicks.start(
            "--one-region", "--series", series.toString(), "--apply", "--units-per-second", "500");

    assertThat(start.out())
        .as("%s", start)
        .endsWith(
            MovedClicks.next("run").strip() + " --one-region --series '%s'\n".formatted(series));
  }

  @Test
  void separator_behindAnEqualsSign_mayBeDashes() {
    Result start = clicks.start("--separator=--", "--apply");
    assertThat(start.out())
        .as("%s", start)
        .endsWith(MovedClicks.next("run").strip() + " --separator=--\n");
  }

  @Test
  void key_behindAnEqualsSign_mayBeginWithADash() {
    clicks.click("--into", "t001", 10);

    Result plan = clicks.reshard("plan", "--key=--into", "--to", "4");

    assertThat(plan.code()).as("%s", plan).isZero();
    assertThat(plan.out()).startsWith("clicks: items of --into to 4 shards");
  }

  /** And not that of the configuration of other commands. */
  @Test
  void fileOfASeriesThatCannotBeRead_isNamedByItsOption() {
    Path none = folder.resolve("nosuch.yaml");

    assertThat(clicks.reshard("status", "--series", none.toString()).err())
        .isEqualTo(
            "%s: there is no such file. Name the configuration with --series.%n".formatted(none));
    assertThat(clicks.reshard("status", "--series", folder.toString()).err())
        .isEqualTo(
            "%s: it is a directory. Name the configuration with --series.%n".formatted(folder));
  }
}
