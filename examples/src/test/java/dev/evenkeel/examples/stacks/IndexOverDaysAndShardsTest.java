package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import dev.evenkeel.examples.MovingClock;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.gen.Rounds;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbAsyncClient;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** An index of sharded events by their level, over the tables of several days. */
@ExtendWith(LocalDynamoDbExtension.class)
class IndexOverDaysAndShardsTest {
  private static final Instant START = Instant.parse("2026-11-15T00:00:00Z");
  private static final int DAYS = 3;
  private static final int ITEMS = 60;
  private static final int LEVELS = 7;
  private static final ProvisionedThroughput UNITS =
      ProvisionedThroughput.builder().readCapacityUnits(5L).writeCapacityUnits(5L).build();
  private static final TimeSeriesSpec SERIES =
      TimeSeriesSpec.builder("events")
          .time(ItemTime.iso("at").before("#"))
          .period(Period.DAY)
          .since(START)
          .latePolicy(LatePolicy.ACCEPT)
          .template(TableTemplate.of(template()))
          .build();

  private final MovingClock clock = new MovingClock(START);
  private DynamoDbClient plain;
  private DynamoDbAsyncClient plainAsync;

  private static CreateTableRequest template() {
    return CreateTableRequest.builder()
        .keySchema(element("source", KeyType.HASH), element("at", KeyType.RANGE))
        .attributeDefinitions(
            defined("source", ScalarAttributeType.S),
            defined("at", ScalarAttributeType.S),
            defined("level", ScalarAttributeType.N))
        .globalSecondaryIndexes(
            GlobalSecondaryIndex.builder()
                .indexName("byLevel")
                .keySchema(element("source", KeyType.HASH), element("level", KeyType.RANGE))
                .projection(all -> all.projectionType(ProjectionType.ALL))
                .provisionedThroughput(UNITS)
                .build())
        .provisionedThroughput(UNITS)
        .build();
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition defined(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

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

  /** Queries, after some items of each day were put. */
  private Function<QueryRequest, QueryResponse> filled(boolean isAsync, ShardSelector selector) {
    ShardingSpec sharding =
        ShardingSpec.builder("events")
            .partitionKey("source")
            .sortKey("at")
            .shards(5)
            .selector(selector)
            .uniqueSortKeys()
            .globalIndex("byLevel", "level", ScalarAttributeType.N)
            .build();
    DynamoDbClient client =
        TimeSeriesDynamoDbClient.builder(
                ShardingDynamoDbClient.builder(plain)
                    .tables(SERIES.tables()::contain, sharding)
                    .build())
            .table(SERIES)
            .clock(clock)
            .build();
    DynamoDbAsyncClient async =
        TimeSeriesDynamoDbAsyncClient.builder(
                ShardingDynamoDbAsyncClient.builder(plainAsync)
                    .tables(SERIES.tables()::contain, sharding)
                    .build())
            .table(SERIES)
            .clock(clock)
            .build();
    for (int i = 0; i < ITEMS; i++) {
      Map<String, AttributeValue> item = item(i);
      client.putItem(put -> put.tableName("events").item(item));
    }
    return isAsync
        ? query -> ClientUnderTest.join(async.query(query))
        : query -> (QueryResponse) DynamoDbCalls.call(client, query);
  }

  private static Map<String, AttributeValue> item(int i) {
    return Map.of(
        "source", AttributeValue.fromS("web"),
        "at", AttributeValue.fromS(START.plus(Duration.ofHours(i)) + "#" + i),
        "level", AttributeValue.fromN(Integer.toString(i % LEVELS)));
  }

  private static QueryRequest byLevel(
      boolean forward, int limit, @Nullable Map<String, AttributeValue> start) {
    return QueryRequest.builder()
        .tableName("events")
        .indexName("byLevel")
        .keyConditionExpression("#s = :s")
        .expressionAttributeNames(Map.of("#s", "source"))
        .expressionAttributeValues(Map.of(":s", AttributeValue.fromS("web")))
        .scanIndexForward(forward)
        .limit(limit)
        .exclusiveStartKey(start)
        .build();
  }

  private static List<Map<String, AttributeValue>> pages(
      Function<QueryRequest, QueryResponse> client, boolean forward, int limit) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    Map<String, AttributeValue> start = null;
    do {
      QueryResponse page = client.apply(byLevel(forward, limit, start));
      items.addAll(page.items());
      start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
    } while (start != null);
    return items;
  }

  static List<Boolean> both() {
    return Rounds.inTurn(List.of(false, true));
  }

  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("both")
  void query_shardsCalculated_holdsEveryItemOnceInOrder(boolean isAsync) {
    Function<QueryRequest, QueryResponse> client = filled(isAsync, ShardSelector.hashOf("at"));
    for (boolean forward : new boolean[] {true, false}) {
      for (int limit : new int[] {1, 7, 200}) {
        List<Map<String, AttributeValue>> items = pages(client, forward, limit);
        assertThat(items)
            .containsExactlyInAnyOrderElementsOf(
                IntStream.range(0, ITEMS).mapToObj(IndexOverDaysAndShardsTest::item).toList());
        assertThat(items.stream().map(item -> Objects.requireNonNull(item.get("level")).n()))
            .isSortedAccordingTo(
                forward ? String::compareTo : (one, other) -> other.compareTo(one));
      }
    }
  }

  /** A row does not tell its shard, so a page cannot end at it. */
  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("both")
  void query_shardsDrawn_comesInOnePageOrIsRefusedInTheCallersTerms(boolean isAsync) {
    Function<QueryRequest, QueryResponse> client = filled(isAsync, ShardSelector.random());

    assertThat(pages(client, true, 200)).hasSize(ITEMS);
    assertThat(catchThrowable(() -> pages(client, true, 7)))
        .isInstanceOf(InvalidStartKeyException.class)
        .hasMessageContaining("'events'")
        .hasMessageContaining("read one period at a time")
        .hasMessageNotContaining("events_");
  }
}
