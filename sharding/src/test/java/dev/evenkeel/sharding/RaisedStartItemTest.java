package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** A start key from before a raise: its item is read for its number. */
class RaisedStartItemTest extends RaisedVotes {
  @KindsInTurn
  void query_itemOfTheStartKeyGone_isRefusedUnlessTheCountsAgree(
      Kind kind, LocalDynamoDb local, DynamoDbClient plain) {
    List<Map<String, AttributeValue>> rows;
    try (ClientUnderTest before = ShardedClients.open(Kind.SYNC, local, BEFORE)) {
      rows = before.call(QUERY).items();
    }
    try (ClientUnderTest after = ShardedClients.open(kind, local, AFTER)) {
      for (int i = 1; i < ITEMS; i++) {
        Map<String, AttributeValue> row = rows.get(i - 1);
        plain.deleteItem(gone -> gone.tableName(TABLE).key(Map.of("pk", row.get("pk"))));
        if (countsAgree(row)) {
          assertThat(from(after, QUERY, row)).isEqualTo(rows.subList(i, ITEMS));
        } else {
          assertThatThrownBy(() -> from(after, QUERY, row))
              .isInstanceOf(InvalidStartKeyException.class)
              .hasMessageContaining("no longer in index 'byMood'")
              .hasMessageContaining("Begin again")
              .hasMessageNotContaining(row.get("pk").s());
        }
      }
    }
  }

  @Test
  void query_itemOfTheStartKeyHasNoNumberNow_isRefused(LocalDynamoDb local, DynamoDbClient plain) {
    Map<String, AttributeValue> row = firstThatDiffers();
    plain.putItem(foreign -> foreign.tableName(TABLE).item(row));
    try (ClientUnderTest after = ShardedClients.open(Kind.SYNC, local, AFTER)) {
      assertThatThrownBy(() -> from(after, QUERY, row))
          .isInstanceOf(InvalidStartKeyException.class);
    }
  }

  private static Map<String, AttributeValue> firstThatDiffers() {
    return IntStream.range(0, ITEMS)
        .mapToObj(RaisedStartItemTest::vote)
        .filter(vote -> !countsAgree(vote))
        .findFirst()
        .orElseThrow();
  }

  @KindsInTurn
  void query_capacityAskedFor_countsTheReadOfTheItem(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest after = ShardedClients.open(kind, local, AFTER)) {
      QueryRequest query =
          QUERY.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.INDEXES).build();
      ConsumedCapacity capacity =
          after
              .call(query.toBuilder().exclusiveStartKey(firstThatDiffers()).build())
              .consumedCapacity();
      assertThat(capacity.table().capacityUnits()).as("one consistent read").isEqualTo(1.0);
      double ofIndex = capacity.globalSecondaryIndexes().get(INDEX.name()).capacityUnits();
      assertThat(capacity.capacityUnits()).isEqualTo(1.0 + ofIndex);
    }
  }

  @Test
  void explain_startKeyThatDoesNotTellItsNumber_showsTheReadBeforeTheFanOut(DynamoDbClient plain) {
    ShardingDynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(AFTER).build();
    QueryRequest from = QUERY.toBuilder().exclusiveStartKey(firstThatDiffers()).build();
    Explanation explanation = client.explain(from);
    assertThat(explanation.firstRound().subRequests())
        .singleElement()
        .isInstanceOfSatisfying(
            GetItemRequest.class,
            read -> {
              assertThat(read.consistentRead()).isTrue();
              assertThat(read.projectionExpression()).isEqualTo("#number");
              assertThat(read.expressionAttributeNames()).containsValue("evenkeel.byMood");
              assertThat(read.key()).isEqualTo(Map.of("pk", firstThatDiffers().get("pk")));
            });
    assertThat(explanation.toString())
        .contains("FAN_OUT", "GetItem", "a Query of each number", "at least 1 read unit");
    Map<String, AttributeValue> alike =
        votes().stream().filter(RaisedVotes::countsAgree).findFirst().orElseThrow();
    assertThat(
            client
                .explain(QUERY.toBuilder().exclusiveStartKey(alike).build())
                .firstRound()
                .subRequests())
        .allMatch(QueryRequest.class::isInstance);
  }
}
