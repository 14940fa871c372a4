package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.core.listen.HotKey.Action;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;

/** A key whose plain partition is throttled finds itself, and is cured where the policy says so. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class HeatTest {
  private static final AttributeValue HOT = AttributeValue.fromS("a secret key");

  private final LiveTable table;
  private final DynamoDbClient plain;
  private final LayoutStore store;
  private final Logger logger =
      (Logger) LoggerFactory.getLogger("dev.evenkeel.sharding.HeatPolicy");
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final List<HotKey> found = new CopyOnWriteArrayList<>();
  private final DecoratorListener listener =
      new DecoratorListener() {
        @Override
        public void hotKeyFound(HotKey hot) {
          found.add(hot);
        }
      };
  private int next;

  HeatTest(LocalDynamoDb local) {
    this.table = new LiveTable(local, Duration.ofSeconds(3), Duration.ofSeconds(1));
    this.plain = table.plain;
    this.store = table.store();
  }

  @BeforeEach
  void listen() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void close() {
    logger.detachAppender(log);
    table.close();
  }

  private ShardingSpec spec(HeatPolicy policy) {
    return spec(store, policy);
  }

  static ShardingSpec spec(LayoutStore store, HeatPolicy policy) {
    return LiveTable.spec(store).toBuilder()
        .heat(policy.withCoolDown(Duration.ofSeconds(1)))
        .build();
  }

  /** Every other write under the plain key is throttled, as of a key that has cost too much. */
  static final class Throttling implements ExecutionInterceptor {
    private int writes;

    @Override
    public synchronized void beforeExecution(
        Context.BeforeExecution context, ExecutionAttributes attributes) {
      if (context.request() instanceof PutItemRequest put
          && HOT.equals(put.item().get("pk"))
          && writes++ % 2 == 0) {
        throw ThrottlingException.builder()
            .message("Throughput exceeds the current capacity of your table or index.")
            .throttlingReasons(
                ThrottlingReason.builder()
                    .reason("TableWriteKeyRangeThroughputExceeded")
                    .resource("arn:aws:dynamodb:eu-west-1:111122223333:table/clicks")
                    .build())
            .build();
      }
    }
  }

  private DynamoDbClient sync() {
    return table.sending(LayoutGuard.create(), new Throttling());
  }

  private DynamoDbAsyncClient async() {
    return table.sendingAsync(LayoutGuard.create(), new Throttling());
  }

  static PutItemRequest put(String sortKey) {
    return PutItemRequest.builder()
        .tableName(LiveTable.TABLE)
        .item(LiveTable.key(HOT.s(), sortKey))
        .build();
  }

  /** Writes until this has become of the key. */
  private HotKey hot(Consumer<PutItemRequest> writes, Action action) throws InterruptedException {
    while (found.stream().noneMatch(hot -> hot.action() == action)) {
      try {
        writes.accept(put(LiveTable.time(next++)));
      } catch (ThrottlingException e) {
        assertThat(e.throttlingReasons()).hasSize(1);
      } catch (LayoutUnknownException e) {
        // on a busy machine a lease of three seconds may pass: the write was not sent
      }
      Thread.sleep(5);
    }
    return found.stream().filter(hot -> hot.action() == action).findFirst().orElseThrow();
  }

  @Tag("deep")
  @Test
  void hotKey_ofALayoutThatIsNotReady_isProposedThenAppliedOnceItIs() throws InterruptedException {
    try (DynamoDbClient sends = sync();
        ShardingDynamoDbClient client =
            ShardingDynamoDbClient.builder(sends)
                .table(spec(HeatPolicy.apply()))
                .listener(listener)
                .build()) {
      HotKey proposed = hot(client::putItem, Action.PROPOSED);
      assertThat(proposed.key()).isEqualTo(HOT);
      assertThat(proposed.shards()).isEqualTo(1);
      assertThat(proposed.proposed()).isEqualTo(2);
      assertThat(proposed.throttles()).isGreaterThanOrEqualTo(10);
      assertThat(proposed.toString()).doesNotContain(HOT.s());
      assertThat(log.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .singleElement()
          .asString()
          .contains(
              "evenkeel layout add-piece --table clicks --partition-key pk --sort-key sk --local-index byValue=v --lease 3s --late 1s --key=KEY --to 2 --apply")
          .doesNotContain(HOT.s());

      LayoutEditor editor = LayoutEditor.of(spec(HeatPolicy.propose()), plain);
      editor.ready();
      HotKey applied = hot(client::putItem, Action.APPLIED);
      assertThat(applied.proposed()).isEqualTo(2);
      Pieces pieces = editor.show().keys().get(HOT);
      assertThat(pieces.last().shards()).isEqualTo(2);
      assertThat(log.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .noneMatch(line -> line.contains(HOT.s()));

      client.putItem(put("u"));
      assertThat(plain.scan(scan -> scan.tableName(LiveTable.TABLE)).items())
          .extracting(item -> item.get("pk").s())
          .contains(HOT.s())
          .anyMatch(key -> key.startsWith(HOT.s() + "."));
    }
  }

  @Tag("deep")
  @Test
  void hotKey_onAnAsyncClient_isApplied() throws InterruptedException {
    LayoutEditor editor = LayoutEditor.of(spec(HeatPolicy.propose()), plain);
    editor.ready();
    try (DynamoDbAsyncClient sends = async();
        ShardingDynamoDbAsyncClient client =
            ShardingDynamoDbAsyncClient.builder(sends)
                .table(spec(HeatPolicy.apply()))
                .listener(listener)
                .build()) {
      HotKey applied =
          hot(
              put -> {
                try {
                  client.putItem(put).join();
                } catch (CompletionException e) {
                  throw (RuntimeException) e.getCause();
                }
              },
              Action.APPLIED);
      assertThat(applied.proposed()).isEqualTo(2);
      assertThat(editor.show().keys().get(HOT).last().shards()).isEqualTo(2);
    }
  }

  @Tag("deep")
  @Test
  void hotKey_whoseShardsAreNotFree_isLeftAloneAndCallsGoOn() throws InterruptedException {
    LiveTable.put(plain, HOT.s() + ".1", "another's");
    LayoutEditor editor = LayoutEditor.of(spec(HeatPolicy.propose()), plain);
    editor.ready();
    try (DynamoDbClient sends = sync();
        ShardingDynamoDbClient client =
            ShardingDynamoDbClient.builder(sends)
                .table(spec(HeatPolicy.apply()))
                .listener(listener)
                .build()) {
      assertThat(hot(client::putItem, Action.GIVEN_UP).shards()).isEqualTo(1);
      assertThat(editor.show().keys()).isEmpty();
      assertThat(log.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .anyMatch(line -> line.contains("could not be added"));
    }
  }

  /** The row of a client that was killed. */
  private static void leaveDeadRow(DynamoDbClient control) {
    String keys = LiveTable.TABLE + "#clients#" + Math.floorMod("dead".hashCode(), 16);
    control.putItem(
        put ->
            put.tableName("evenkeel-layouts")
                .item(
                    Map.of(
                        "pk", AttributeValue.fromS(keys),
                        "sk", AttributeValue.fromS("dead"),
                        "beat", AttributeValue.fromN("7"),
                        "host", AttributeValue.fromS("the host that died"),
                        "library", AttributeValue.fromS("1"))));
  }

  @Tag("deep")
  @Test
  void hotKey_whileAClientHasDied_isAppliedOnceNothingOfItCanHappen(LocalDynamoDb local)
      throws InterruptedException {
    try (LiveTable late = new LiveTable(local, Duration.ofSeconds(3), Duration.ofSeconds(25));
        DynamoDbClient sends = late.sending(LayoutGuard.create(), new Throttling())) {
      ShardingSpec spec = spec(late.store(), HeatPolicy.apply());
      LayoutEditor editor = LayoutEditor.of(spec, late.plain);
      editor.ready();
      leaveDeadRow(late.plain);
      long ready = editor.show().version();
      ShardingDynamoDbClient client =
          ShardingDynamoDbClient.builder(sends).table(spec).listener(listener).build();

      assertThat(hot(client::putItem, Action.GIVEN_UP).shards()).isEqualTo(1);
      assertThat(editor.show().version()).as("nothing was held back").isEqualTo(ready);
      assertThat(hot(client::putItem, Action.APPLIED).proposed()).isEqualTo(2);
      assertThat(editor.show().version()).as("one pause, and its end").isEqualTo(ready + 2);
      assertThat(found).extracting(HotKey::action).containsOnlyOnce(Action.GIVEN_UP);
      while (editor.clients().stream().anyMatch(row -> row.where().equals("the host that died"))) {
        Thread.sleep(50);
      }
    }
  }
}
