package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ReadWriteUnits;
import dev.evenkeel.core.listen.CallEnd;
import dev.evenkeel.core.listen.CallEnd.CallWork;
import dev.evenkeel.core.listen.Outcome;
import dev.evenkeel.core.listen.SubRequestEnd;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.ThrottleLimit;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The events of each kind of operation; the same on both clients. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class ListenerTest {
  private static final ShardingSpec SEEN =
      ShardingSpec.builder("seen").partitionKey("pk").sortKey("sk").shards(4).build();
  private static final ShardingSpec DRAWN =
      ShardingSpec.builder("drawn")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(4)
          .selector(ShardSelector.rotating())
          .uniqueSortKeys()
          .build();

  /** All rows of one kind are on one shard. */
  private static final ShardingSpec SKEWED =
      ShardingSpec.builder("skewed")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(4)
          .selector(ShardSelector.hashOf("kind"))
          .build();

  private static final FaultPlan FAULTS =
      FaultPlan.seeded(7)
          .rule(
              FaultRule.inject(Fault.throttled(ThrottleLimit.KEY_RANGE))
                  .into("Query")
                  .onTable("seen")
                  .whereKey("pk", value -> "broken.3".equals(value.s())))
          .rule(FaultRule.inject(Fault.unprocessed(0.5)).into("BatchWriteItem"))
          .build();

  private final Recorder recorder = new Recorder();
  private final Map<Kind, ClientUnderTest> clients = new EnumMap<>(Kind.class);

  @BeforeAll
  void open(LocalDynamoDb local, DynamoDbClient plain) {
    for (ShardingSpec spec : List.of(SEEN, DRAWN, SKEWED)) {
      PhysicalTables.create(plain, spec);
    }
    PhysicalTables.create(
        plain, ShardingSpec.builder("plain").partitionKey("pk").sortKey("sk").shards(2).build());
    for (Kind kind : Kind.values()) {
      ClientUnderTest client =
          ShardedClients.open(
              kind, local, FAULTS.injector(), List.of(recorder), SEEN, DRAWN, SKEWED);
      clients.put(kind, client);
    }
  }

  @AfterAll
  void close() {
    clients.values().forEach(ClientUnderTest::close);
  }

  @BeforeEach
  void forget() {
    recorder.forget();
  }

  private ClientUnderTest client(Kind kind) {
    return clients.get(kind);
  }

  private static PutItemRequest put(String table, Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(table).item(item).build();
  }

  private static QueryRequest query(String table, String key, int limit) {
    return QueryRequest.builder()
        .tableName(table)
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", s(key)))
        .limit(limit)
        .build();
  }

  private static ReadWriteUnits writes(long units) {
    return ReadWriteUnits.ofWrites(CapacityUnits.of(units));
  }

  @ParameterizedTest
  @EnumSource
  void put_knownShard_isToldFromStartToEnd(Kind kind) {
    PutItemRequest put = put("seen", key("a", "1"));
    client(kind).call(put.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build());
    assertThat(recorder.story())
        .containsExactly(
            "sharding PutItem [seen]",
            "sent 1 PutItem [seen]",
            "ended 1 SUCCEEDED",
            "end SUCCEEDED");
    assertThat(recorder.call().work()).isEqualTo(new CallWork(1, 1, 0, 0, 0, false, writes(1)));
    assertThat(recorder.call().duration())
        .isGreaterThanOrEqualTo(recorder.subRequests().get(0).duration())
        .isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void get_foundAndNot_tellsRowsAndNoUnitsUnlessAsked(Kind kind) {
    client(kind).call(put("seen", key("a", "found")));
    recorder.forget();
    for (String sortKey : List.of("found", "missing")) {
      client(kind).call(GetItemRequest.builder().tableName("seen").key(key("a", sortKey)).build());
    }
    assertThat(recorder.calls())
        .extracting(CallEnd::work)
        .containsExactly(
            new CallWork(1, 1, 1, 1, 0, false, null), new CallWork(1, 1, 0, 0, 0, false, null));
  }

  @ParameterizedTest
  @EnumSource
  void delete_unknownShard_tellsTheProbeAndTheWriteWithTheirUnits(Kind kind) {
    client(kind).call(put("drawn", key("a", "gone")));
    recorder.forget();
    client(kind)
        .call(
            DeleteItemRequest.builder()
                .tableName("drawn")
                .key(key("a", "gone"))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());
    assertThat(recorder.story())
        .containsExactly(
            "sharding DeleteItem [drawn]",
            "sent 1 BatchGetItem [drawn]",
            "ended 1 SUCCEEDED",
            "sent 2 DeleteItem [drawn]",
            "ended 2 SUCCEEDED",
            "end SUCCEEDED");
    CallWork work = recorder.call().work();
    assertThat(work.rowsRead()).isEqualTo(1);
    assertThat(work.units().read()).isGreaterThanOrEqualTo(CapacityUnits.of(1));
    assertThat(work.units().write()).isEqualTo(CapacityUnits.of(1));
  }

  @ParameterizedTest
  @EnumSource
  void query_rowsOnOneShard_tellsEveryRound(Kind kind) {
    String key = "rounds" + kind;
    IntStream.range(0, 60).forEach(i -> client(kind).call(put("skewed", skewed(key, i))));
    recorder.forget();
    client(kind).call(query("skewed", key, 50));
    CallWork work = recorder.call().work();
    assertThat(work.fanOutWidth()).isEqualTo(4);
    assertThat(work.subRequests()).as("a second round").isGreaterThan(4);
    assertThat(work.rowsReturned()).isEqualTo(50);
    assertThat(work.rowsRead())
        .isGreaterThanOrEqualTo(50)
        .isEqualTo(recorder.subRequests().stream().mapToLong(SubRequestEnd::rowsRead).sum());
    assertThat(recorder.story()).hasSize(2 + 2 * work.subRequests());
  }

  private static Map<String, AttributeValue> skewed(String key, int number) {
    return Map.of("pk", s(key), "sk", s("%03d".formatted(number)), "kind", s("same"));
  }

  @ParameterizedTest
  @EnumSource
  void query_pageByPage_tellsWhichPagesRowsReadAheadServed(Kind kind) {
    String key = "pages" + kind;
    IntStream.range(0, 80)
        .forEach(i -> client(kind).call(put("seen", key(key, "%03d".formatted(i)))));
    recorder.forget();
    QueryRequest next = query("seen", key, 10);
    while (next != null) {
      QueryResponse page = client(kind).call(next);
      next =
          page.lastEvaluatedKey().isEmpty()
              ? null
              : next.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    }
    List<CallWork> pages = recorder.calls().stream().map(CallEnd::work).toList();
    assertThat(pages.get(0).servedAhead()).isFalse();
    assertThat(pages.subList(1, 8)).allMatch(CallWork::servedAhead);
    assertThat(pages).anyMatch(page -> page.subRequests() == 0 && page.rowsReturned() == 10);
    assertThat(pages.stream().mapToLong(CallWork::rowsReturned).sum()).isEqualTo(80);
    assertThat(pages.stream().mapToLong(CallWork::rowsRead).sum()).isBetween(80L, 110L);
  }

  @ParameterizedTest
  @EnumSource
  void query_oneShardFails_tellsTheFailureAndAnEndOfEverySubRequest(Kind kind) {
    Throwable failure = catchThrowable(() -> client(kind).call(query("seen", "broken", 5)));
    assertThat(failure).isInstanceOf(ProvisionedThroughputExceededException.class);
    assertThat(recorder.call().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(recorder.call().failure()).isEqualTo(failure.getClass());
    assertThat(recorder.subRequests()).hasSize(recorder.call().work().subRequests());
    assertThat(recorder.subRequests())
        .filteredOn(end -> end.outcome() == Outcome.FAILED)
        .singleElement()
        .extracting(SubRequestEnd::failure)
        .isEqualTo(failure.getClass());
    assertThat(recorder.story()).last().isEqualTo("end FAILED");
  }

  @ParameterizedTest
  @EnumSource
  void batchWrite_partUnprocessed_tellsHowMany(Kind kind) {
    List<WriteRequest> writes =
        IntStream.range(0, 12)
            .mapToObj(i -> key("batch", "%02d".formatted(i)))
            .map(item -> WriteRequest.builder().putRequest(p -> p.item(item)).build())
            .toList();
    BatchWriteItemResponse response =
        client(kind)
            .call(BatchWriteItemRequest.builder().requestItems(Map.of("seen", writes)).build());
    int unprocessed = response.unprocessedItems().getOrDefault("seen", List.of()).size();
    assertThat(unprocessed).isPositive();
    assertThat(recorder.call().work().rowsUnprocessed()).isEqualTo(unprocessed);
  }

  @ParameterizedTest
  @EnumSource
  void transaction_overTwoTables_isOneSubRequest(Kind kind) {
    client(kind)
        .call(
            TransactWriteItemsRequest.builder()
                .transactItems(
                    TransactWriteItem.builder()
                        .put(p -> p.tableName("seen").item(key("t", "1")))
                        .build(),
                    TransactWriteItem.builder()
                        .put(p -> p.tableName("plain").item(key("t", "2")))
                        .build())
                .build());
    assertThat(recorder.story())
        .containsExactly(
            "sharding TransactWriteItems [seen, plain]",
            "sent 1 TransactWriteItems [seen, plain]",
            "ended 1 SUCCEEDED",
            "end SUCCEEDED");
  }

  @ParameterizedTest
  @EnumSource
  void scan_ofASharedTable_tellsRowsEvaluatedAndReturned(Kind kind) {
    client(kind).call(put("drawn", key("scan" + kind, "1")));
    recorder.forget();
    int returned =
        client(kind)
            .call(
                ScanRequest.builder()
                    .tableName("drawn")
                    .filterExpression("sk = :none")
                    .expressionAttributeValues(Map.of(":none", s("none")))
                    .build())
            .count();
    assertThat(returned).isZero();
    assertThat(recorder.call().work().rowsRead()).isPositive();
    assertThat(recorder.call().work().rowsReturned()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void refusedCalls_tellStartAndEndAndSendNothing(Kind kind) {
    DynamoDbRequest legacy = ScanRequest.builder().tableName("seen").attributesToGet("sk").build();
    DynamoDbRequest partiQl =
        ExecuteStatementRequest.builder().statement("SELECT * FROM seen").build();
    for (DynamoDbRequest refused : List.of(legacy, partiQl)) {
      assertThat(catchThrowable(() -> client(kind).call(refused)))
          .isInstanceOf(RefusedOperationException.class);
    }
    assertThat(recorder.story())
        .containsExactly(
            "sharding Scan [seen]", "end REFUSED", "sharding ExecuteStatement []", "end REFUSED");
    assertThat(recorder.calls())
        .allMatch(end -> end.failure() == RefusedOperationException.class)
        .allMatch(end -> end.duration().equals(Duration.ZERO));
  }

  @ParameterizedTest
  @EnumSource
  void unmanagedTable_isNotTold(Kind kind) {
    client(kind).call(put("plain", key("a", "1")));
    client(kind).call(query("plain", "a", 1));
    assertThat(recorder.story()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void callNumbers_ofOneClient_differ(Kind kind) {
    client(kind).call(put("seen", key("a", "1")));
    client(kind).call(put("seen", key("a", "2")));
    assertThat(recorder.calls()).extracting(end -> end.call().number()).doesNotHaveDuplicates();
  }
}
