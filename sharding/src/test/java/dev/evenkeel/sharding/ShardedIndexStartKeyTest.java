package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Start keys of sharded indexes: those that are taken, and those that are invalid. */
class ShardedIndexStartKeyTest extends FilmVotes {
  @Test
  void query_startKeyWithAnyOddPart_isInvalid(LocalDynamoDb local) {
    Map<String, AttributeValue> key = vote(1);
    QueryRequest byPk = query("byPk", "mood", "new");
    QueryRequest ranged =
        byPk.toBuilder()
            .keyConditionExpression("mood = :v AND pk > :p")
            .expressionAttributeValues(Map.of(":v", s("new"), ":p", s("a")))
            .build();
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec(1, 3))) {
      for (QueryRequest query : List.of(byPk, ranged, query("bySk", "sk", "vote1"))) {
        assertThat(client.call(query.toBuilder().exclusiveStartKey(key).build()).items()).isEmpty();
        for (Map<String, AttributeValue> odd :
            List.of(
                Map.of("mood", s("new"), "sk", s("vote1")),
                with(key, "pk", n(1)),
                with(key, "pk", s("")),
                with(key, "pk", s("p".repeat(2_049))),
                with(key, "sk", n(1)),
                with(key, "mood", n(1)),
                with(key, "num", n(1)),
                with(key, "evenkeel.shard", n(1)),
                Map.<String, AttributeValue>of())) {
          assertThatThrownBy(() -> client.call(query.toBuilder().exclusiveStartKey(odd).build()))
              .as("%s of %s", odd, query.indexName())
              .isInstanceOf(SdkException.class);
        }
      }
    }
  }

  /** As plain DynamoDB does; a number that is carried is of one index alone. */
  @Test
  void query_startKeyOfAnotherIndexWithItsAttributes_isTakenWhereNatural(
      LocalDynamoDb local, DynamoDbClient plain) {
    QueryRequest byPk = query("byPk", "mood", "new");
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec(1, 3))) {
      for (int i = 0; i < 5; i++) {
        client.call(put(vote(i)));
      }
      List<Map<String, AttributeValue>> rows = rest(client, byPk);
      for (int i = 1; i < 5; i++) {
        Map<String, AttributeValue> ofMood =
            client
                .call(query("byMood", "mood", "new").toBuilder().limit(i).build())
                .lastEvaluatedKey();
        assertThat(ofMood).containsOnlyKeys("mood", "pk", "sk");
        int place = 1 + rows.indexOf(ofMood);
        assertThat(rest(client, byPk.toBuilder().exclusiveStartKey(ofMood).build()))
            .isEqualTo(rows.subList(place, 5));
      }
      int ofItem = Integer.parseInt(stored(plain, vote(0)).get("num").n());
      plain.putItem(put(with(vote(0), "num", n((ofItem + 1) % 3))));
      Map<String, AttributeValue> carried = keyAfter(client, vote(0));
      assertThat(carried).containsKey("evenkeel.shard");
      assertThatThrownBy(() -> client.call(byPk.toBuilder().exclusiveStartKey(carried).build()))
          .isInstanceOf(InvalidStartKeyException.class);
    }
  }

  private static Map<String, AttributeValue> stored(
      DynamoDbClient plain, Map<String, AttributeValue> vote) {
    Map<String, AttributeValue> key = Map.of("pk", vote.get("pk"), "sk", vote.get("sk"));
    return plain.getItem(get -> get.tableName(TABLE).key(key)).item();
  }

  /** The start key of the page of an index that ends with an item. */
  private static Map<String, AttributeValue> keyAfter(
      ClientUnderTest client, Map<String, AttributeValue> vote) {
    QueryRequest query = query("byMood", "mood", "new");
    int place = 1 + rest(client, query).indexOf(vote);
    return client.call(query.toBuilder().limit(place).build()).lastEvaluatedKey();
  }

  /** The table's shard follows from the indexed attribute, and rows come in any order. */
  @Tag("deep")
  @ParameterizedTest
  @EnumSource(ScatterOrder.class)
  void query_indexedAttributeIsTheDeterminantToo_goesOnFromAnyKey(
      ScatterOrder order, LocalDynamoDb local) {
    ShardingSpec spec =
        spec(4, 3).toBuilder().selector(ShardSelector.hashOf("mood")).order(order).build();
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec)) {
      for (int i = 0; i < 20; i++) {
        client.call(put(with(vote(i), "mood", s(i % 5 == 0 ? "old" : "new"))));
      }
      QueryRequest query = query("byMood", "mood", "new").toBuilder().limit(3).build();
      for (boolean forward : new boolean[] {true, false}) {
        QueryRequest directed = query.toBuilder().scanIndexForward(forward).build();
        List<Map<String, AttributeValue>> rows = rest(client, directed);
        assertThat(rows).doesNotHaveDuplicates().hasSize(16);
        for (int i = 0; i < 16; i++) {
          QueryRequest next = directed.toBuilder().exclusiveStartKey(rows.get(i)).build();
          assertThat(rest(client, next)).isEqualTo(rows.subList(i + 1, 16));
        }
      }
      UpdateItemRequest.Builder update =
          UpdateItemRequest.builder()
              .tableName(TABLE)
              .key(vote(99))
              .updateExpression("SET n = :n")
              .expressionAttributeValues(Map.of(":n", n(1)))
              .returnValues(ReturnValue.ALL_NEW);
      assertThat(client.call(update.build()).attributes()).isEqualTo(with(vote(99), "n", n(1)));
      assertThat(rest(client, query)).contains(with(vote(99), "n", n(1))).hasSize(17);
    }
  }

  @Test
  void scan_startKeyThatNamesTheNumber_isInvalidUnlessTheNumberIsForeign(
      LocalDynamoDb local, DynamoDbClient plain) {
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec(4, 3))) {
      for (int i = 0; i < 3; i++) {
        Map<String, AttributeValue> foreign = with(vote(i), "num", n(70 + i));
        plain.putItem(put(foreign));
      }
      ScanRequest scan =
          ScanRequest.builder().tableName(TABLE).indexName("byMood").limit(1).build();
      List<Map<String, AttributeValue>> items = new ArrayList<>();
      Map<String, AttributeValue> start = null;
      do {
        ScanResponse page = client.call(scan.toBuilder().exclusiveStartKey(start).build());
        items.addAll(page.items());
        start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
      } while (start != null);
      assertThat(items).containsExactlyInAnyOrder(vote(0), vote(1), vote(2));
      Map<String, AttributeValue> own = with(vote(1), "num", n(1));
      assertThatThrownBy(() -> client.call(scan.toBuilder().exclusiveStartKey(own).build()))
          .isInstanceOf(DynamoDbException.class);
    }
  }
}
