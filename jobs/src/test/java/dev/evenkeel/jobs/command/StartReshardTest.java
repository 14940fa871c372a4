package dev.evenkeel.jobs.command;

import static dev.evenkeel.jobs.command.MovedClicks.CLICKS;
import static dev.evenkeel.jobs.command.MovedClicks.assertDone;
import static dev.evenkeel.jobs.command.MovedClicks.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import dev.evenkeel.testkit.equivalence.TableFixture.KeyPart;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

@ExtendWith(LocalDynamoDbExtension.class)
class StartReshardTest {
  private final MovedClicks clicks;

  StartReshardTest(LocalDynamoDb server) {
    clicks = new MovedClicks(server);
  }

  /** Counts the items of the key that queries give. */
  private static final class Counting implements ExecutionInterceptor {
    private final AtomicInteger items = new AtomicInteger();

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
      if (context.response() instanceof QueryResponse answer) {
        items.addAndGet(
            (int) answer.items().stream().filter(item -> item.containsKey("page")).count());
      }
    }
  }

  private Result started(ExecutionInterceptor watching, String more) {
    String start =
        "reshard start --table clicks --partition-key page --sort-key at --key home --to 4"
            + " --without-clients --lease 1s --late 1s ";
    return CommandRunner.on(clicks.sending(LayoutGuard.create(), watching))
        .run((start + more).strip().split(" "));
  }

  /** Fails a look at the items in its middle, as if its process had died there. */
  private static final class Failing implements ExecutionInterceptor {
    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
      if (context.request() instanceof QueryRequest page
          && page.tableName().equals(MovedClicks.TABLE)
          && page.limit() != null
          && page.limit() > 1) {
        throw SdkClientException.create("died");
      }
    }
  }

  @Test
  void status_afterAStartThatDiedWhileItRead_saysThatNoMoveHasBegun() {
    assertThat(clicks.reshard("status").out()).contains("knows of no change of table 'clicks'");
    assertThat(started(new Failing(), "--apply").err()).contains("died");

    for (String over : List.of("0s", "1s")) {
      assertThat(clicks.reshard("status", "--over", over).out())
          .startsWith(
              "Items were read for a move that has not begun. If no start of it runs any more, it has")
          .contains("clicks: SETTLED", "before")
          .doesNotContain("knows of no change");
    }
    assertDone(clicks.typed("layout ready"));
  }

  @Test
  void status_afterTheRecordOfAMoveWasLost_saysSoAndNothingIsBegun() {
    assertDone(clicks.start("--apply"));
    clicks.plain.deleteItem(
        delete ->
            delete
                .tableName("evenkeel-layouts")
                .key(
                    Map.of(
                        "pk", AttributeValue.fromS("clicks#layout"),
                        "sk", AttributeValue.fromS("record"))));
    assertThat(clicks.reshard("status").out())
        .containsIgnoringWhitespaces(
            "All items were read for a move, and control table 'evenkeel-layouts' has no layout record of table 'clicks'. If the move has begun, its record was lost: start nothing,")
        .containsIgnoringWhitespaces("delete the item with pk 'clicks#look#work' and sk 'job'");
    assertRefused(
        clicks.typed("layout ready"), "all items were read for a move, so that it may have begun");
  }

  @Test
  void move_ofATableWithIndexesOfItsKey_isPossibleOnceTheyAreDeclared() {
    clicks.plain.createTable(
        TableFixture.named("indexed")
            .partitionKey("page", ScalarAttributeType.S)
            .sortKey("at", ScalarAttributeType.S)
            .localIndex("byHits", KeyPart.of("hits", ScalarAttributeType.N))
            .globalIndex("-byPage", KeyPart.of("page", ScalarAttributeType.S))
            .request());
    Map<String, AttributeValue> item =
        Map.of(
            "page", AttributeValue.fromS("home"),
            "at", AttributeValue.fromS("t"),
            "hits", AttributeValue.fromN("7"));
    clicks.plain.putItem(put -> put.tableName("indexed").item(item));

    assertRefused(
        indexed("plan --key home --to 4"),
        "local index 'byHits' of the table has the sharded attribute",
        "that is localIndex of a spec, and --local-index of a command",
        "that is globalIndex of a spec, and --global-index of a command");
    String declared = " --local-index byHits=hits:N --global-index=-byPage=";
    Result plan = indexed("plan --key home --to 4" + declared);
    assertDone(plan);
    assertThat(plan.out()).contains("note: the table has 2 indexes");
    assertDone(indexed("start --key home --to 4 --without-clients --apply" + declared));
    for (String step : List.of("run", "verify", "finish")) {
      Result done = indexed(step + declared);
      assertDone(done);
      assertThat(step.equals("finish") || done.out().contains(declared)).as(done.out()).isTrue();
    }
  }

  private Result indexed(String command) {
    String spec = " --table indexed --partition-key page --sort-key at --lease 1s --late 1s";
    return clicks.typed.run(("reshard " + command + spec).split(" "));
  }

  @Test
  void start_withApplyOrWithout_readsEachItemOnce() {
    Counting planned = new Counting();
    assertDone(started(planned, ""));
    Counting applied = new Counting();
    Result start = started(applied, "--apply");

    assertDone(start);
    assertThat(planned.items).hasValue(CLICKS);
    assertThat(applied.items).hasValue(CLICKS);
    assertThat(start.err())
        .startsWith("reshard start: reads the items, and waits 2s until every client knows");
    assertThat(start.out()).startsWith("The move has begun.\nclicks: MOVING");
  }
}
