package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The number of an item in an index: where it comes from, and who sees it. */
class ShardedIndexNumberTest extends Invoices {
  @Test
  void put_anyItem_hasTheNumberThatFollowsFromItsKey(LocalDynamoDb local, DynamoDbClient plain) {
    try (ClientUnderTest tested = ShardedClients.open(Kind.SYNC, local, SPEC)) {
      for (int i = 0; i < 8; i++) {
        tested.call(put(invoice(i, i % 2 == 0 ? "USA" : null)));
      }
    }
    assertThat(stored(plain).stream().map(item -> item.get("prefix").n()).toList())
        .containsExactly("1", "3", "2", "1", "2", "2", "4", "3"); // wire format 1
  }

  @Test
  void update_notOfTheIndexedAttribute_writesTheIndexOnlyAsAPlainOneWould(
      LocalDynamoDb local, DynamoDbClient plain) {
    try (ClientUnderTest tested = ShardedClients.open(Kind.SYNC, local, SPEC)) {
      tested.call(put(invoice(1, "USA")));
      String[] updates = {"SET paid = :v", "SET tx_country = :v", "REMOVE tx_country"};
      double[] units = new double[3];
      for (int i = 0; i < 3; i++) {
        units[i] =
            tested
                .call(
                    UpdateItemRequest.builder()
                        .tableName(TABLE)
                        .key(key(1))
                        .updateExpression(updates[i])
                        .expressionAttributeValues(i == 2 ? null : Map.of(":v", s("FRA")))
                        .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                        .build())
                .consumedCapacity()
                .globalSecondaryIndexes()
                .get(INDEX)
                .capacityUnits();
      }
      // projected attribute changes: 1; the sort key of the entry changes: 2; the entry goes: 1
      assertThat(units).containsExactly(1, 2, 1);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void anyCall_namesTheNumber_isRefused(Kind kind, LocalDynamoDb local, DynamoDbClient plain) {
    try (ClientUnderTest tested = ShardedClients.open(kind, local, SPEC)) {
      Map<String, AttributeValue> item = invoice(1, "USA");
      item.put("prefix", n(1));
      refused(() -> tested.call(put(item)));
      UpdateItemRequest.Builder update = UpdateItemRequest.builder().tableName(TABLE).key(key(1));
      refused(() -> tested.call(update.updateExpression("REMOVE prefix").build()));
      refused(() -> tested.call(update.updateExpression("SET dup = prefix").build()));
      refused(
          () ->
              tested.call(
                  put(invoice(1, "USA")).toBuilder()
                      .conditionExpression("attribute_not_exists(prefix)")
                      .build()));
      QueryRequest query = query("tx_country = :c", Map.of(":c", s("USA"), ":n", n(1)));
      refused(() -> tested.call(query.toBuilder().filterExpression("prefix = :n").build()));
      refused(
          () ->
              tested.call(
                  query.toBuilder()
                      .keyConditionExpression("tx_country = :c AND prefix = :n")
                      .build()));
      refused(
          () ->
              tested.call(
                  ScanRequest.builder()
                      .tableName(TABLE)
                      .filterExpression("attribute_exists(prefix)")
                      .build()));
      assertThat(stored(plain)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void reads_anyOfThem_neverShowTheNumber(Kind kind, LocalDynamoDb local, DynamoDbClient plain) {
    try (ClientUnderTest tested = ShardedClients.open(kind, local, SPEC)) {
      Map<String, AttributeValue> item = invoice(1, "USA");
      tested.call(put(item));
      assertThat(stored(plain).get(0)).containsKey("prefix");
      assertThat(ShardedKeys.of(SPEC).toLogical(stored(plain).get(0))).isEqualTo(item);
      assertThat(tested.call(GetItemRequest.builder().tableName(TABLE).key(key(1)).build()).item())
          .isEqualTo(item);
      assertThat(tested.call(Batches.get(Map.of(TABLE, Batches.keys(List.of(key(1)))))).responses())
          .isEqualTo(Map.of(TABLE, List.of(item)));
      TransactGetItem get =
          TransactGetItem.builder().get(g -> g.tableName(TABLE).key(key(1))).build();
      assertThat(
              tested
                  .call(TransactGetItemsRequest.builder().transactItems(get).build())
                  .responses()
                  .get(0)
                  .item())
          .isEqualTo(item);
      QueryRequest ofTable =
          QueryRequest.builder()
              .tableName(TABLE)
              .keyConditionExpression("invoice = :i")
              .expressionAttributeValues(Map.of(":i", item.get("invoice")))
              .build();
      assertThat(tested.call(ofTable).items()).containsExactly(item);
    }
  }
}
