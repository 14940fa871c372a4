package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.client.DelegatingDynamoDbAsyncClient;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.client.Ownership;
import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Explanations say what calls do, send nothing and leave no trace. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class ExplainTest {
  private static final ShardingSpec ORDERS =
      ShardingSpec.builder("orders")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(16)
          .shards(KeyRule.startingWith("PLAIN", 1))
          .build();
  private static final ShardingSpec EVENTS =
      ShardingSpec.builder("events")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(4)
          .selector(ShardSelector.random())
          .uniqueSortKeys()
          .build();
  private static final ShardingSpec LOG =
      EVENTS.toBuilder().order(ScatterOrder.SHARD_BY_SHARD).build();

  private final List<DynamoDbRequest> sent = new CopyOnWriteArrayList<>();
  private final DynamoDbClient plain;
  private final ShardingDynamoDbClient sync;
  private final ShardingDynamoDbAsyncClient async;

  ExplainTest(DynamoDbClient plain, DynamoDbAsyncClient asyncPlain) {
    this.plain = plain;
    DynamoDbClient counted =
        new DelegatingDynamoDbClient(plain, Ownership.BORROWED) {
          @Override
          protected <T extends DynamoDbRequest, R> R invokeOperation(T request, Function<T, R> o) {
            sent.add(request);
            return o.apply(request);
          }
        };
    DynamoDbAsyncClient countedAsync =
        new DelegatingDynamoDbAsyncClient(asyncPlain, Ownership.BORROWED) {
          @Override
          protected <T extends DynamoDbRequest, R> CompletableFuture<R> invokeOperation(
              T request, Function<T, CompletableFuture<R>> o) {
            sent.add(request);
            return o.apply(request);
          }
        };
    this.sync = ShardingDynamoDbClient.builder(counted).table(ORDERS).table(EVENTS).build();
    this.async =
        ShardingDynamoDbAsyncClient.builder(countedAsync).table(ORDERS).table(EVENTS).build();
  }

  @BeforeAll
  void create() {
    PhysicalTables.create(plain, ORDERS);
    PhysicalTables.create(plain, EVENTS);
    IntStream.range(0, 60)
        .mapToObj("%03d"::formatted)
        .forEach(sk -> sync.putItem(put -> put.tableName("orders").item(key("full", sk))));
    sent.clear();
  }

  @AfterEach
  void forget() {
    sent.clear();
  }

  /**
   * Explains a request with both clients. A drawn shard may differ between them; the text may not.
   */
  private Explanation explain(DynamoDbRequest request) {
    Explanation explanation = sync.explain(request);
    Explanation other = async.explain(request);
    assertThat(other.disposition()).isEqualTo(explanation.disposition());
    assertThat(other.mayFollow()).isEqualTo(explanation.mayFollow());
    assertThat(other.notes()).isEqualTo(explanation.notes());
    assertThat(sent).as("requests sent").isEmpty();
    return explanation;
  }

  private static QueryRequest.Builder query(String table, String key) {
    return QueryRequest.builder()
        .tableName(table)
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", s(key)));
  }

  @Test
  void query_overAllShards_isAFanOutThatCostsAtLeastHalfAUnitEach() throws IOException {
    QueryRequest query = query("orders", "secret").limit(20).build();
    Explanation explanation = explain(query);
    assertThat(explanation)
        .hasToString(
            """
            Query on 'orders': FAN_OUT by sharding
              sends  16 Query, all at once
              to     orders: shards 0-15 of 16
              costs  at least 8 read units
              then   those that may hold a row before the page's end again, until it is full or all \
            are read
              note   each is asked for 5 rows, its likely share""");
    assertThat(Files.readString(Path.of("../docs/sharding.md")))
        .as("the guide shows this text")
        .contains(explanation.toString());
    sync.query(query);
    assertThat(sent.subList(0, 16))
        .as("before the look for an item under the key itself, since nothing is there")
        .containsExactlyInAnyOrderElementsOf(explanation.firstRound().subRequests());
  }

  @Test
  void query_moreShardsThanConcurrency_saysHowManyAtOnce() {
    ShardingDynamoDbClient narrow =
        ShardingDynamoDbClient.builder(plain).table(ORDERS).concurrency(5).build();
    Explanation explanation = narrow.explain(query("orders", "a").consistentRead(true).build());
    assertThat(explanation.firstRound().atOnceMax()).isEqualTo(5);
    assertThat(explanation.toString()).contains("16 Query, 5 at once", "at least 16 read units");
  }

  @Test
  void query_keyConditionTellsTheShard_isOneRequest() {
    QueryRequest query =
        query("orders", "a")
            .keyConditionExpression("pk = :pk AND sk = :sk")
            .expressionAttributeValues(Map.of(":pk", s("a"), ":sk", s("1")))
            .build();
    Explanation explanation = explain(query);
    assertThat(explanation.disposition()).isEqualTo(Disposition.REWRITE);
    assertThat(explanation.mayFollow()).isEmpty();
    sync.query(query);
    assertThat(explanation.firstRound().subRequests()).isEqualTo(sent);
  }

  @Test
  void query_startKeyAtTheEndOfItsRangeOnTheLastShard_sendsNothing() {
    String last =
        IntStream.range(0, 1_000)
            .mapToObj(Integer::toString)
            .filter(sk -> placesOfPut(sk).equals(List.of("orders: shard 15 of 16")))
            .findFirst()
            .orElseThrow();
    QueryRequest query =
        query("orders", "a")
            .keyConditionExpression("pk = :pk AND sk <= :sk")
            .expressionAttributeValues(Map.of(":pk", s("a"), ":sk", s(last)))
            .exclusiveStartKey(key("a", last))
            .build();
    assertThat(explain(query))
        .hasToString("Query on 'orders': REWRITE by sharding\n  sends  nothing");
    assertThat(sync.query(query).items()).isEmpty();
    assertThat(sent).isEmpty();
  }

  private List<String> placesOfPut(String sortKey) {
    PutItemRequest put =
        PutItemRequest.builder().tableName("orders").item(key("a", sortKey)).build();
    return sync.explain(put).firstRound().places();
  }

  @Test
  void query_plainKey_saysSo() {
    assertThat(explain(query("orders", "PLAIN").build()).firstRound().places())
        .containsExactly("orders: not sharded by the key rules");
  }

  @Test
  void query_shardByShard_startsWithOneShard() {
    ShardingDynamoDbClient log = ShardingDynamoDbClient.builder(plain).table(LOG).build();
    assertThat(log.explain(query("events", "a").limit(3).build()).toString())
        .contains("FAN_OUT", "1 Query\n", "shard 0 of 4", "the others one after the other");
  }

  @Test
  void query_pageReadAhead_isSaidAndLeftToTheCall() {
    QueryRequest first = query("orders", "full").limit(10).build();
    QueryResponse page = sync.query(first);
    QueryRequest second = first.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    sent.clear();
    String note = "rows read ahead are held for this page, so that less may be sent, or nothing";
    assertThat(sync.explain(second).notes()).contains(note);
    assertThat(sync.explain(second).firstRound().subRequests()).hasSize(16);
    assertThat(sent).isEmpty();
    assertThat(sync.explain(first).notes()).doesNotContain(note);
    assertThat(sync.query(second).items()).hasSize(10);
    assertThat(sent).as("the call had the rows").hasSizeLessThan(16);
  }

  @Test
  void put_explainedBetweenPages_dropsNothingReadAhead() {
    QueryRequest first = query("orders", "full").limit(11).build();
    QueryResponse page = sync.query(first);
    sent.clear();
    sync.explain(PutItemRequest.builder().tableName("orders").item(key("full", "new")).build());
    sync.query(first.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build());
    assertThat(sent).hasSizeLessThan(16);
  }

  @Test
  void put_calculatedShard_costsByTheSizeOfItsItem() {
    Map<String, AttributeValue> item =
        Map.of("pk", s("a"), "sk", s("1"), "body", s("x".repeat(2500)));
    PutItemRequest put = PutItemRequest.builder().tableName("orders").item(item).build();
    Explanation explanation = explain(put);
    assertThat(explanation.toString())
        .startsWith("PutItem on 'orders': REWRITE by sharding\n  sends  1 PutItem\n")
        .endsWith("\n  costs  at least 3 write units")
        .doesNotContain("xxx");
    sync.putItem(put);
    assertThat(explanation.firstRound().subRequests()).isEqualTo(sent);
  }

  @Test
  void put_drawnShard_isSaidToBeAnExample() {
    Explanation explanation =
        explain(PutItemRequest.builder().tableName("events").item(key("a", "1")).build());
    assertThat(explanation.notes())
        .containsExactly("the shard of a put is drawn for each call: this one is an example");
  }

  @Test
  void get_shardKnownAndNot_isOneReadOrAProbe() {
    GetItemRequest get = GetItemRequest.builder().tableName("orders").key(key("a", "1")).build();
    assertThat(explain(get).toString()).contains("REWRITE", "1 GetItem", "0.5 read units");
    GetItemRequest probe = get.toBuilder().tableName("events").consistentRead(true).build();
    assertThat(explain(probe).toString())
        .contains("FAN_OUT", "1 BatchGetItem", "events: shards 0-3 of 4", "at least 4 read units")
        .contains("a BatchGetItem of the keys that DynamoDB leaves unprocessed");
  }

  @Test
  void updateAndDelete_shardUnknown_areAProbeAndThenAWrite() {
    UpdateItemRequest update =
        UpdateItemRequest.builder()
            .tableName("events")
            .key(key("a", "1"))
            .updateExpression("SET n = :n")
            .expressionAttributeValues(Map.of(":n", s("1")))
            .build();
    DeleteItemRequest delete =
        DeleteItemRequest.builder().tableName("events").key(key("a", "1")).build();
    for (DynamoDbRequest write : List.of(update, delete)) {
      Explanation explanation = explain(write);
      assertThat(explanation.disposition()).isEqualTo(Disposition.FAN_OUT);
      assertThat(explanation.mayFollow()).last().asString().startsWith("one write to where the");
    }
    DeleteItemRequest known = delete.toBuilder().tableName("orders").build();
    assertThat(explain(known).toString()).contains("REWRITE", "at least 1 write units");
  }

  @Test
  void batchWrite_deletesOnEveryShard_sayWhatFollowsTheFirstRequest() {
    List<WriteRequest> deletes =
        IntStream.range(0, 25)
            .mapToObj(i -> key("a", "" + i))
            .map(key -> WriteRequest.builder().deleteRequest(d -> d.key(key)).build())
            .toList();
    Explanation explanation =
        explain(BatchWriteItemRequest.builder().requestItems(Map.of("events", deletes)).build());
    assertThat(explanation.toString())
        .contains("FAN_OUT", "1 BatchWriteItem\n", "at least 25 write units")
        .contains("3 more, all at once, when the first is accepted");
  }

  @Test
  void batchGet_twoTables_namesThePlacesOfBoth() {
    KeysAndAttributes keys = KeysAndAttributes.builder().keys(List.of(key("a", "1"))).build();
    Explanation explanation =
        explain(
            BatchGetItemRequest.builder()
                .requestItems(Map.of("orders", keys, "events", keys, "plain", keys))
                .build());
    assertThat(explanation.disposition()).isEqualTo(Disposition.REWRITE);
    assertThat(explanation.firstRound().places()).contains("events: shards 0-3 of 4").hasSize(2);
    assertThat(explanation.unitsMin()).hasToString("3 read units");
  }

  @Test
  void transactions_areOneRequest() {
    TransactWriteItemsRequest write =
        TransactWriteItemsRequest.builder()
            .transactItems(
                TransactWriteItem.builder()
                    .put(p -> p.tableName("events").item(key("a", "1")))
                    .build())
            .clientRequestToken("token")
            .build();
    Explanation explanation = explain(write);
    assertThat(explanation.toString())
        .contains("REWRITE", "1 TransactWriteItems", "at least 2 write units")
        .contains("the shard of a put follows from the ClientRequestToken");
    sync.transactWriteItems(write);
    assertThat(explanation.firstRound().subRequests()).isEqualTo(sent);
    sent.clear();
    TransactGetItemsRequest read =
        TransactGetItemsRequest.builder()
            .transactItems(
                TransactGetItem.builder()
                    .get(g -> g.tableName("events").key(key("a", "1")))
                    .build())
            .build();
    assertThat(explain(read).toString()).contains("shards 0-3 of 4", "at least 8 read units");
  }

  @Test
  void scanAndDescribeTable_areRewritten() {
    assertThat(explain(ScanRequest.builder().tableName("orders").build()).toString())
        .contains("REWRITE", "1 Scan", "at least 0.5 read units");
    assertThat(explain(DescribeTableRequest.builder().tableName("orders").build()).toString())
        .contains("REWRITE", "1 DescribeTable")
        .doesNotContain("costs");
  }

  @Test
  void refusedRequests_areToldWithReasonAndRemedyAndNotThrown() {
    Explanation legacy =
        explain(ScanRequest.builder().tableName("orders").attributesToGet("sk").build());
    assertThat(legacy.disposition()).isEqualTo(Disposition.REFUSE);
    assertThat(legacy.refusal()).isInstanceOf(RefusedOperationException.class);
    assertThat(legacy.firstRound().subRequests()).isEmpty();
    assertThat(legacy.toString())
        .startsWith("Scan on 'orders': REFUSE by sharding\n  reason ")
        .contains("\n  remedy ");
    Explanation partiQl =
        explain(ExecuteStatementRequest.builder().statement("SELECT * FROM orders").build());
    assertThat(partiQl.toString()).startsWith("ExecuteStatement: REFUSE by sharding\n");
    Explanation invalid = explain(query("orders", "a").keyConditionExpression("pk =").build());
    assertThat(invalid.refusal()).isExactlyInstanceOf(DynamoDbException.class);
  }

  @Test
  void requestsThatPassThrough_areTheCallersOwn() {
    PutItemRequest put = PutItemRequest.builder().tableName("plain").item(key("a", "1")).build();
    Explanation explanation = explain(put);
    assertThat(explanation.disposition()).isEqualTo(Disposition.PASS_THROUGH);
    assertThat(explanation.operation()).isEqualTo(Operation.PUT_ITEM);
    assertThat(explanation.firstRound().subRequests()).singleElement().isSameAs(put);
    assertThat(explanation.notes())
        .containsExactly("the request is sent as it is: it names no sharded table");
    assertThat(explain(DescribeTimeToLiveRequest.builder().tableName("orders").build()).notes())
        .containsExactly("the request is sent as it is: it concerns the table as a whole");
    assertThat(explain(ListTablesRequest.builder().build()).disposition())
        .isEqualTo(Disposition.PASS_THROUGH);
  }

  @Test
  void text_ofAnyExplanation_holdsNoValues() {
    Explanation explanation =
        explain(PutItemRequest.builder().tableName("orders").item(key("sesame", "open")).build());
    assertThat(explanation + " " + explanation.firstRound()).doesNotContain("sesame", "open");
  }
}
