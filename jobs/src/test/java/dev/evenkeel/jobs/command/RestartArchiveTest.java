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
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Which archives a restart gives up, by name. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class RestartArchiveTest {
  @TempDir private Path folder;
  private ArchivedClicks clicks;

  @BeforeEach
  void passDay(LocalDynamoDb server, LocalS3 s3) throws IOException {
    clicks = new ArchivedClicks(server, s3, folder, "");
    clicks.pass();
    assertThat(clicks.tables("apply").out()).containsPattern("done +retire +" + DAY);
    assertThat(clicks.tables("apply").out()).containsPattern("done +archive +" + DAY);
  }

  @Test
  void restartArchive_verifiedArchive_isLeftAlone() {
    Result anew = clicks.tables("archive", "--restart", DAY);
    Result json = clicks.tables("archive", "--restart", DAY, "-o", "json");
    assertThat(json.json().path("detail").asText() + "\n").isEqualTo(anew.out());

    assertThat(anew.out())
        .startsWith(
            "The archive of %s is verified and as it was, and the table has no more items. It is left alone."
                .formatted(DAY));
    assertThat(clicks.tables("archive").out()).contains("nothing to do", "Complete.");
    assertThat(clicks.tables("archives", "-o", "json").json().path("archives")).hasSize(1);
    assertThat(clicks.tables("archive", "--restart", "visits_2026-11").err())
        .contains("has the name of no period table of a series");
  }

  @Test
  void restartArchive_itemsCameSince_givesTheArchiveUp() {
    clicks.client.putItem(
        r ->
            r.tableName(DAY)
                .item(
                    Map.of(
                        "page", AttributeValue.fromS("late"),
                        "at", AttributeValue.fromS("2026-11-20T05:00:00Z"))));

    assertThat(clicks.tables("archive", "--restart", DAY).out())
        .isEqualTo("The next run begins a new archive of %s.%n", DAY);
    assertThat(clicks.tables("archive").out()).contains("Complete.");
    assertThat(
            clicks
                .tables("archives", "-o", "json")
                .json()
                .path("archives")
                .path(0)
                .path("items")
                .asInt())
        .isEqualTo(21);
  }

  @Test
  void restartArchive_ofATableThatServes_promisesNothing() {
    assertThat(clicks.tables("archive", "--restart", "clicks_2026-11-21").out())
        .isEqualTo(
            "Nothing of clicks_2026-11-21 is archived yet: a run begins its archive when that is"
                + " due.\n");
  }

  @Test
  void restartArchive_ofNoTable_isRefused() {
    clicks.client.deleteTable(table -> table.tableName(DAY));

    for (String gone : List.of(DAY, "clicks_2026-11-25")) {
      Result refused = clicks.tables("archive", "--restart", gone);
      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.err())
          .isEqualTo(
              "evenkeel: restartArchive on '%s' refused: there is no such table, or it is being deleted, so no run begins an archive of it. Look at the name. What was archived of it stays.%n"
                  .formatted(gone));
    }
    assertThat(clicks.tables("archives").out()).contains(DAY);
  }
}
