package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Explanations of queries: fan-outs, single requests, and pages that were read ahead. */
class ExplainQueryTest extends ExplainedOrders {
  ExplainQueryTest(DynamoDbClient plain, DynamoDbAsyncClient asyncPlain) {
    super(plain, asyncPlain);
  }

  private static final ShardingSpec LOG =
      EVENTS.toBuilder().order(ScatterOrder.SHARD_BY_SHARD).build();

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
}
