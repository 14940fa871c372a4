package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Every item that a batch or a transaction writes leaves memory, and no other does. */
@ExtendWith(LocalDynamoDbExtension.class)
class EveryWriteTest {
  private final LocalDynamoDb own;
  private final DynamoDbClient plain;

  EveryWriteTest(LocalDynamoDb local) {
    this.own = local.isolated();
    this.plain = own.client();
    Products.create(plain);
  }

  /** Items in memory: 1, 2, 3 and 4. */
  private Products cached(Kind kind) {
    Products products = new Products(own, kind, Products.spec().build());
    for (int id = 1; id <= 4; id++) {
      products.put(id, "old");
      products.name(id);
    }
    products.sent();
    return products;
  }

  @ParameterizedTest
  @EnumSource
  void batch_takesOutWhatItPutsAndDeletes(Kind kind) {
    try (Products products = cached(kind)) {
      products.client.call(
          BatchWriteItemRequest.builder()
              .requestItems(
                  Map.of(
                      Products.TABLE,
                      List.of(
                          WriteRequest.builder()
                              .putRequest(put -> put.item(Products.product(1, "new")))
                              .build(),
                          WriteRequest.builder()
                              .deleteRequest(delete -> delete.key(Products.key(2)))
                              .build())))
              .build());
      products.sent();
      assertThat(products.name(1)).isEqualTo("new");
      assertThat(products.name(2)).isNull();
      assertThat(products.sent()).hasSize(2);
      assertThat(products.name(3)).isEqualTo("old");
      assertThat(products.sent()).isEmpty();
    }
  }

  private static TransactWriteItem put(int id, String name) {
    return TransactWriteItem.builder()
        .put(put -> put.tableName(Products.TABLE).item(Products.product(id, name)))
        .build();
  }

  private static TransactWriteItem delete(int id) {
    return TransactWriteItem.builder()
        .delete(delete -> delete.tableName(Products.TABLE).key(Products.key(id)))
        .build();
  }

  private static TransactWriteItem check(int id, String condition) {
    return TransactWriteItem.builder()
        .conditionCheck(
            check ->
                check
                    .tableName(Products.TABLE)
                    .key(Products.key(id))
                    .conditionExpression(condition))
        .build();
  }

  private static TransactWriteItemsRequest transaction(TransactWriteItem... actions) {
    return TransactWriteItemsRequest.builder().transactItems(actions).build();
  }

  @ParameterizedTest
  @EnumSource
  void transaction_takesOutWhatItPutsAndDeletes_andLeavesWhatItChecks(Kind kind) {
    try (Products products = cached(kind)) {
      products.client.call(transaction(put(1, "new"), delete(2), check(3, "attribute_exists(id)")));
      products.sent();
      assertThat(products.name(1)).isEqualTo("new");
      assertThat(products.name(2)).isNull();
      assertThat(products.sent()).hasSize(2);
      assertThat(products.name(3)).isEqualTo("old");
      assertThat(products.name(4)).isEqualTo("old");
      assertThat(products.sent()).as("what it has checked is in memory").isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void transaction_thatIsCancelled_takesItsItemsOutAllTheSame(Kind kind) {
    try (Products products = cached(kind)) {
      TransactWriteItemsRequest refused =
          transaction(put(1, "new"), check(3, "attribute_not_exists(id)"));
      assertThatThrownBy(() -> products.client.call(refused))
          .isInstanceOf(TransactionCanceledException.class);
      products.sent();
      assertThat(products.name(1)).isEqualTo("old");
      assertThat(products.sent()).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void deleteTable_takesAllItemsOut(Kind kind) {
    try (Products products = cached(kind)) {
      assertThat(products.cache.size()).isEqualTo(4);
      products.client.call(DeleteTableRequest.builder().tableName(Products.TABLE).build());
      assertThat(products.cache.size()).isZero();
      assertThatThrownBy(() -> products.name(1)).isInstanceOf(ResourceNotFoundException.class);

      Products.create(plain);
      assertThat(products.name(1)).as("of the table that has its name now").isNull();
    }
  }
}
