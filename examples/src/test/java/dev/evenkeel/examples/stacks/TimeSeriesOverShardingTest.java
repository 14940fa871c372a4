package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.examples.MovingClock;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Property;
import dev.evenkeel.testkit.gen.Rounds;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbAsyncClient;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Every event of a day has one partition key, spread over shards, in a table of its day: the time
 * series knows nothing of shards, and sharding nothing of periods.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class TimeSeriesOverShardingTest {
  private static final String EVENTS = "events";
  private static final Instant START = Instant.parse("2026-11-15T00:00:00Z");
  private static final int DAYS = 6;

  // [docs:stack]
  private static final TimeSeriesSpec SERIES =
      TimeSeriesSpec.builder(EVENTS)
          .time(ItemTime.iso("at").before("#"))
          .period(Period.DAY)
          .since(START)
          .latePolicy(LatePolicy.ACCEPT)
          .template(ExampleTables.provisioned(10, 10, "source", "at"))
          .build();

  /** The sharding of every day's table. */
  private static ShardingSpec sharding(ShardSelector selector) {
    return ShardingSpec.builder(EVENTS)
        .partitionKey("source")
        .sortKey("at")
        .shards(10)
        .selector(selector)
        .uniqueSortKeys()
        .build();
  }

  private static DynamoDbClient stack(
      DynamoDbClient plain, ShardSelector selector, MovingClock clock) {
    DynamoDbClient shards =
        ShardingDynamoDbClient.builder(plain)
            .tables(SERIES.tables()::contain, sharding(selector)) // also those of next year
            .build();
    return TimeSeriesDynamoDbClient.builder(shards).table(SERIES).clock(clock).build();
  }

  // [docs]

  private final MovingClock clock = new MovingClock(START);
  private DynamoDbClient plain;
  private DynamoDbAsyncClient plainAsync;

  @BeforeEach
  void open(LocalDynamoDb local) {
    LocalDynamoDb own = local.isolated();
    plain = own.client();
    plainAsync = own.asyncClient();
    TableLifecycle lifecycle =
        TableLifecycle.builder(plain).controlTable("control").table(SERIES).clock(clock).build();
    lifecycle.createControlTable();
    for (int day = 0; day < DAYS; day++) {
      clock.moveTo(START.plus(Duration.ofDays(day)).plus(Duration.ofHours(1)));
      lifecycle.run();
    }
    clock.pass(Duration.ofHours(21));
  }

  @AfterEach
  void close() {
    plain.close();
    plainAsync.close();
  }

  private Function<DynamoDbRequest, DynamoDbResponse> tested(
      boolean isAsync, ShardSelector selector) {
    if (!isAsync) {
      DynamoDbClient client = stack(plain, selector, clock);
      return request -> DynamoDbCalls.call(client, request);
    }
    DynamoDbAsyncClient client =
        TimeSeriesDynamoDbAsyncClient.builder(
                ShardingDynamoDbAsyncClient.builder(plainAsync)
                    .tables(SERIES.tables()::contain, sharding(selector))
                    .build())
            .table(SERIES)
            .clock(clock)
            .build();
    return request -> DynamoDbCalls.call(client, request).join();
  }

  private static Map<String, AttributeValue> event(String at) {
    return Map.of("source", AttributeValue.fromS("web"), "at", AttributeValue.fromS(at));
  }

  /** Events at random times of all days, each key once. */
  private List<String> fill(DynamoDbClient client) {
    Gen gen = Gen.seeded(11, 10);
    TreeMap<String, String> events = new TreeMap<>();
    for (int i = 0; i < 300; i++) {
      Instant at = START.plusSeconds(gen.between(0, DAYS * 24 * 3600 - 24 * 1800));
      events.put("%s#%04d".formatted(at, i), "");
    }
    events.keySet().forEach(at -> client.putItem(put -> put.tableName(EVENTS).item(event(at))));
    return List.copyOf(events.keySet());
  }

  private static List<String> times(QueryResponse page) {
    return page.items().stream().map(item -> Objects.requireNonNull(item.get("at")).s()).toList();
  }

  static List<Boolean> both() {
    return Rounds.inTurn(List.of(false, true));
  }

  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("both")
  void query_overDaysAndShards_isExactWhateverThePagesAndTheSelector(boolean isAsync) {
    for (ShardSelector selector : List.of(ShardSelector.hashOf("at"), ShardSelector.random())) {
      DynamoDbClient writer = stack(plain, selector, clock);
      List<String> sorted = fill(writer);
      Function<DynamoDbRequest, DynamoDbResponse> tested = tested(isAsync, selector);
      Property.check(
          6,
          gen -> {
            boolean forward = gen.chance(0.5);
            int limit = gen.between(7, 80);
            QueryRequest next =
                QueryRequest.builder()
                    .tableName(EVENTS)
                    .keyConditionExpression("#s = :s")
                    .expressionAttributeNames(Map.of("#s", "source"))
                    .expressionAttributeValues(Map.of(":s", AttributeValue.fromS("web")))
                    .scanIndexForward(forward)
                    .limit(limit)
                    .build();
            List<String> found = new ArrayList<>();
            QueryResponse page;
            do {
              page = (QueryResponse) tested.apply(next);
              found.addAll(times(page));
              assertThat(page.count()).isLessThanOrEqualTo(limit);
              next = next.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
            } while (page.hasLastEvaluatedKey());
            assertThat(found)
                .isEqualTo(
                    forward ? sorted : sorted.stream().sorted(Comparator.reverseOrder()).toList());
          });
      for (int day = 0; day < DAYS; day++) {
        String table = SERIES.tables().nameAt(START.plus(Duration.ofDays(day)));
        assertThat(
                plain.scan(scan -> scan.tableName(table)).items().stream()
                    .map(item -> Objects.requireNonNull(item.get("source")).s())
                    .distinct())
            .hasSizeGreaterThan(4);
        empty(table);
      }
    }
  }

  private void empty(String table) {
    plain
        .scan(scan -> scan.tableName(table))
        .items()
        .forEach(
            item ->
                plain.deleteItem(
                    delete ->
                        delete
                            .tableName(table)
                            .key(
                                Map.of(
                                    "source", Objects.requireNonNull(item.get("source")),
                                    "at", Objects.requireNonNull(item.get("at"))))));
  }

  @Test
  void transactionAndItems_acrossMidnight_areShardedInTheirTables() {
    DynamoDbClient client = stack(plain, ShardSelector.hashOf("at"), clock);
    String before = "2026-11-18T23:59:59Z#1";
    String after = "2026-11-19T00:00:00Z#2";

    client.transactWriteItems(
        write ->
            write.transactItems(
                List.of(
                    TransactWriteItem.builder()
                        .put(put -> put.tableName(EVENTS).item(event(before)))
                        .build(),
                    TransactWriteItem.builder()
                        .put(put -> put.tableName(EVENTS).item(event(after)))
                        .build())));
    client.deleteItem(delete -> delete.tableName(EVENTS).key(event(before)));

    assertThat(client.getItem(get -> get.tableName(EVENTS).key(event(before))).hasItem()).isFalse();
    assertThat(client.getItem(get -> get.tableName(EVENTS).key(event(after))).item())
        .isEqualTo(event(after));
    assertThat(
            plain.scan(scan -> scan.tableName("events_2026-11-19")).items().stream()
                .map(item -> Objects.requireNonNull(item.get("source")).s()))
        .singleElement()
        .asString()
        .startsWith("web.");
  }

  @Test
  void failure_ofASharedStack_namesNeitherShardNorPeriod() {
    DynamoDbClient client = stack(plain, ShardSelector.hashOf("at"), clock);

    assertThatThrownBy(
            () ->
                client.putItem(
                    put ->
                        put.tableName(EVENTS)
                            .item(event("2026-11-19T10:00:00Z#1"))
                            .conditionExpression("attribute_exists(source)")))
        .hasMessageNotContaining("web.")
        .hasMessageNotContaining("events_");
  }

  @Test
  void sharding_overTimeSeries_isRefused() {
    DynamoDbClient series = stack(plain, ShardSelector.hashOf("at"), clock);
    assertThatThrownBy(
            () ->
                ShardingDynamoDbClient.builder(series)
                    .table(sharding(ShardSelector.hashOf("at")))
                    .build())
        .isInstanceOf(IllegalArgumentException.class);
  }
}
