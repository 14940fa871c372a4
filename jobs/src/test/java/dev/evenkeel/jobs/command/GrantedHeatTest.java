package dev.evenkeel.jobs.command;

import static dev.evenkeel.jobs.command.MovedClicks.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.core.listen.HotKey.Action;
import dev.evenkeel.jobs.iam.Calls;
import dev.evenkeel.jobs.iam.Policy;
import dev.evenkeel.jobs.iam.Rights;
import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;

/** Clients that add shards to a hot key, under the policies that are printed. */
@ExtendWith(LocalDynamoDbExtension.class)
class GrantedHeatTest {
  private static final String LAYOUTS = "evenkeel-layouts";
  private static final List<String> TABLES = List.of(TABLE);
  private static final AttributeValue HOT = AttributeValue.fromS("home");
  private static final Policy SERVING =
      new Policy(List.of()).serving(TABLES, LAYOUTS, Rights.ACCOUNT);
  private static final Policy CURING = SERVING.curing(TABLES, LAYOUTS, Rights.ACCOUNT);

  /** What a client may call, and this one does not. */
  private static final Set<String> NOT_CALLED =
      Set.of(
          "dynamodb:BatchGetItem",
          "dynamodb:BatchWriteItem",
          "dynamodb:ConditionCheckItem",
          "dynamodb:DeleteItem",
          "dynamodb:GetItem",
          "dynamodb:Scan",
          "dynamodb:UpdateItem");

  private final MovedClicks clicks;
  private final Calls calls = new Calls();
  private final Set<Action> found = ConcurrentHashMap.newKeySet();

  GrantedHeatTest(LocalDynamoDb server) {
    clicks = new MovedClicks(server);
  }

  /** Every other write of the plain key is throttled. */
  private static final class Throttling implements ExecutionInterceptor {
    private int writes;

    @Override
    public synchronized void beforeExecution(
        Context.BeforeExecution context, ExecutionAttributes attributes) {
      if (context.request() instanceof PutItemRequest put
          && HOT.equals(put.item().get("page"))
          && writes++ % 2 == 0) {
        throw ThrottlingException.builder()
            .message("Throughput exceeds the current capacity of your table or index.")
            .throttlingReasons(
                ThrottlingReason.builder()
                    .reason("TableWriteKeyRangeThroughputExceeded")
                    .resource("arn:aws:dynamodb:eu-central-1:123456789012:table/clicks")
                    .build())
            .build();
      }
    }
  }

  /** Writes under a policy until this becomes of the key. */
  private void hot(Policy policy, Action action) throws InterruptedException {
    calls.granting(policy.statements());
    Duration lease = Duration.ofSeconds(3);
    Duration late = Duration.ofSeconds(1);
    try (LayoutStore plain = LayoutStore.builder(clicks.plain).times(lease, late).build();
        DynamoDbClient sending = clicks.sending(calls, LayoutGuard.create(), new Throttling());
        LayoutStore store = LayoutStore.builder(sending).times(lease, late).build()) {
      LayoutEditor.of(spec(plain), clicks.plain).ready();
      ShardingDynamoDbClient client =
          ShardingDynamoDbClient.builder(sending)
              .table(spec(store))
              .listener(
                  new DecoratorListener() {
                    @Override
                    public void hotKeyFound(HotKey hot) {
                      found.add(hot.action());
                    }
                  })
              .build();
      for (int at = 0; !found.contains(action); at++) {
        write(client, "u%06d".formatted(at));
        Thread.sleep(5);
      }
    }
  }

  private static ShardingSpec spec(LayoutStore store) {
    return ShardingSpec.builder(TABLE)
        .partitionKey("page")
        .sortKey("at")
        .shards(1)
        .layoutFrom(store)
        .heat(HeatPolicy.apply().withCoolDown(Duration.ofSeconds(1)))
        .build();
  }

  private static void write(DynamoDbClient client, String at) {
    try {
      client.putItem(
          put -> put.tableName(TABLE).item(Map.of("page", HOT, "at", AttributeValue.fromS(at))));
    } catch (ThrottlingException e) {
      assertThat(e.throttlingReasons()).hasSize(1);
    } catch (LayoutUnknownException e) {
      // on a busy machine a lease may pass: the write was not sent
    }
  }

  @Test
  @Tag("deep")
  void apply_underThePolicyOfClientsThatCure_needsNoMoreThanThat() throws InterruptedException {
    hot(CURING, Action.APPLIED);
    assertThat(calls.refused()).isEmpty();
    Rights.check(CURING, calls.sent(), NOT_CALLED);
  }

  @Test
  @Tag("deep")
  void apply_underThePolicyOfOtherClients_addsNothingAndWritesGoOn() throws InterruptedException {
    Logger logger = (Logger) LoggerFactory.getLogger("dev.evenkeel.sharding.HeatPolicy");
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    hot(SERVING, Action.GIVEN_UP);
    logger.detachAppender(log);
    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .anyMatch(line -> line.contains("'evenkeel iam --client clicks --heat'"));
    assertThat(calls.refused())
        .as("rows of clients are looked at first")
        .extracting(Calls.Call::action)
        .containsOnly("dynamodb:Query");
    assertThat(clicks.places()).containsOnlyKeys("home", "about");
  }
}
