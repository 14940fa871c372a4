package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
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
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Explanations say what calls do, send nothing and leave no trace. */
class ExplainTest extends ExplainedOrders {
  ExplainTest(DynamoDbClient plain, DynamoDbAsyncClient asyncPlain) {
    super(plain, asyncPlain);
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
