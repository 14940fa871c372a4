package dev.evenkeel.jobs.command;

import static dev.evenkeel.jobs.command.MovedClicks.CLICKS;
import static dev.evenkeel.jobs.command.MovedClicks.TABLE;
import static dev.evenkeel.jobs.command.MovedClicks.assertDone;
import static dev.evenkeel.jobs.command.MovedClicks.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A move that meets another item at a new place: what the commands say leads out of it. */
@ExtendWith(LocalDynamoDbExtension.class)
class ConflictReshardTest {
  private static final String NEXT =
      MovedClicks.next("run")
          + "It says why 1 item cannot be moved, and how to find what is in the way.\n";

  private final MovedClicks clicks;

  ConflictReshardTest(LocalDynamoDb server) {
    clicks = new MovedClicks(server);
  }

  private List<Map<String, AttributeValue>> left() {
    return clicks
        .plain
        .query(
            query ->
                query
                    .tableName(TABLE)
                    .keyConditionExpression("page = :home")
                    .expressionAttributeValues(Map.of(":home", AttributeValue.fromS("home"))))
        .items();
  }

  @Test
  void run_anotherItemIsAtANewPlace_saysHowToFindItAndGoesOnAfterThat() {
    assertDone(clicks.start("--apply"));
    for (int shard = 0; shard < 4; shard++) {
      clicks.click("home." + shard, "t007", 1); // one of them is in the way
    }

    Result run = clicks.reshard("run");

    assertRefused(run, "An item cannot be moved: another one is at its new place");
    assertThat(run.err())
        .contains("what it leaves at the old places are such items. Look there with a plain client")
        .endsWith("Delete the wrong one of both, and run the move again.\n")
        .doesNotContain("t007", "home");
    assertThat(clicks.reshard("status").out()).contains(NEXT);
    assertThat(clicks.reshard("verify").out())
        .startsWith("Not proved. Items at an old place: 1. ")
        .contains(NEXT);
    assertThat(left())
        .singleElement()
        .satisfies(item -> assertThat(item).containsEntry("at", AttributeValue.fromS("t007")));
    for (int shard = 0; shard < 4; shard++) {
      Map<String, AttributeValue> wrong =
          Map.of("page", AttributeValue.fromS("home." + shard), "at", AttributeValue.fromS("t007"));
      clicks.plain.deleteItem(delete -> delete.tableName(TABLE).key(wrong));
    }

    Result again = clicks.reshard("run");
    assertDone(again);
    assertThat(again.out()).startsWith("Moved 1 item here. ").endsWith(MovedClicks.next("verify"));
    assertThat(clicks.reshard("verify").out()).startsWith("Proved: none of " + CLICKS + " items");
  }
}
