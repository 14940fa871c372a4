package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What callers get from memory, what is sent, and what takes items out of memory. */
@ExtendWith(LocalDynamoDbExtension.class)
class CachingClientTest {
  private final LocalDynamoDb local;

  CachingClientTest(LocalDynamoDb local) {
    this.local = local;
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    Products.create(plain);
  }

  private Products open(Kind kind, CachingSpec.Builder spec) {
    return new Products(local, kind, spec.build());
  }

  @ParameterizedTest
  @EnumSource
  void get_isReadOnceAndConsistently(Kind kind) {
    try (Products products = open(kind, Products.spec())) {
      products.put(1, "lamp");
      products.sent();

      assertThat(products.name(1)).isEqualTo("lamp");
      assertThat(products.sent())
          .singleElement()
          .satisfies(sent -> assertThat(((GetItemRequest) sent).consistentRead()).isTrue());

      assertThat(products.name(1)).isEqualTo("lamp");
      assertThat(products.sent()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void get_ofAnotherSpellingOfTheKey_isTheSameItem(Kind kind) {
    try (Products products = open(kind, Products.spec())) {
      products.put(2, "lamp");
      products.name(2);
      products.sent();

      GetItemRequest.Builder other = Products.get(2).key(Map.of("id", AttributeValue.fromN("2.0")));
      assertThat(products.read(other).item()).isEqualTo(Products.product(2, "lamp"));
      assertThat(products.sent()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void get_fromMemory_saysThatItCostsNothing(Kind kind) {
    try (Products products = open(kind, Products.spec())) {
      products.put(3, "lamp");
      products.name(3);

      GetItemResponse total =
          products.read(Products.get(3).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
      assertThat(total.consumedCapacity().capacityUnits()).isZero();
      assertThat(total.responseMetadata().requestId()).isNotNull();
      assertThat(products.read(Products.get(3)).consumedCapacity()).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void get_ofAProjection_isAnAnswerOfItsOwn(Kind kind) {
    try (Products products = open(kind, Products.spec())) {
      products.put(4, "lamp");
      products.name(4);
      products.sent();

      GetItemRequest.Builder projected = Products.get(4).projectionExpression("id");
      assertThat(products.read(projected).item()).isEqualTo(Products.key(4));
      assertThat(products.read(projected).item()).isEqualTo(Products.key(4));
      assertThat(products.name(4)).isEqualTo("lamp");
      assertThat(products.sent()).hasSize(1);

      products.put(4, "chair");
      assertThat(
              products
                  .read(
                      projected
                          .projectionExpression("#n")
                          .expressionAttributeNames(Map.of("#n", "name")))
                  .item())
          .isEqualTo(Map.of("name", AttributeValue.fromS("chair")));
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyWrite_isSeenAtOnce(Kind kind) {
    try (Products products = open(kind, Products.spec())) {
      products.put(5, "put");
      assertThat(products.name(5)).isEqualTo("put");

      products.client.call(update(5, "updated").build());
      assertThat(products.name(5)).isEqualTo("updated");

      products.client.call(
          BatchWriteItemRequest.builder()
              .requestItems(
                  Map.of(
                      Products.TABLE,
                      List.of(
                          WriteRequest.builder()
                              .putRequest(p -> p.item(Products.product(5, "batch")))
                              .build())))
              .build());
      assertThat(products.name(5)).isEqualTo("batch");

      products.client.call(
          TransactWriteItemsRequest.builder()
              .transactItems(TransactWriteItem.builder().update(renaming(5, "transaction")).build())
              .build());
      assertThat(products.name(5)).isEqualTo("transaction");

      products.client.call(
          ExecuteStatementRequest.builder()
              .statement("UPDATE \"Products\" SET name = 'statement' WHERE id = 5")
              .build());
      assertThat(products.name(5)).isEqualTo("statement");

      products.delete(5);
      assertThat(products.name(5)).isNull();
    }
  }

  private static Update renaming(int id, String name) {
    return Update.builder()
        .tableName(Products.TABLE)
        .key(Products.key(id))
        .updateExpression("SET #n = :n")
        .expressionAttributeNames(Map.of("#n", "name"))
        .expressionAttributeValues(Map.of(":n", AttributeValue.fromS(name)))
        .build();
  }

  private static UpdateItemRequest.Builder update(int id, String name) {
    return UpdateItemRequest.builder()
        .tableName(Products.TABLE)
        .key(Products.key(id))
        .updateExpression("SET #n = :n")
        .expressionAttributeNames(Map.of("#n", "name"))
        .expressionAttributeValues(Map.of(":n", AttributeValue.fromS(name)));
  }

  @ParameterizedTest
  @EnumSource
  void update_thatReturnsTheNewItem_takesTheOldOnesPlace(Kind kind) {
    try (Products products = open(kind, Products.spec())) {
      products.put(6, "lamp");
      products.name(6);
      products.client.call(update(6, "chair").returnValues(ReturnValue.ALL_NEW).build());
      products.sent();

      assertThat(products.name(6)).isEqualTo("chair");
      assertThat(products.sent()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void answer_isGivenForTheTimeToLive(Kind kind) {
    try (Products products = open(kind, Products.spec().timeToLive(Duration.ofSeconds(10)))) {
      products.put(7, "lamp");
      products.name(7);
      products.sent();

      products.pass(Duration.ofSeconds(8));
      products.name(7);
      assertThat(products.sent()).isEmpty();

      products.pass(Duration.ofSeconds(2));
      products.name(7);
      assertThat(products.sent()).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void missingItem_isRememberedIfTheSpecSaysSo(Kind kind) {
    try (Products products = open(kind, Products.spec().missing(Duration.ofSeconds(5)))) {
      assertThat(products.read(Products.get(80)).hasItem()).isFalse();
      assertThat(products.read(Products.get(80)).hasItem()).isFalse();
      assertThat(products.sent()).hasSize(1);

      products.put(80, "lamp");
      assertThat(products.name(80)).isEqualTo("lamp");
      products.delete(80);
    }
    try (Products products = open(kind, Products.spec())) {
      products.read(Products.get(81));
      products.read(Products.get(81));
      assertThat(products.sent()).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void unpopularItem_isReadAsItIs(Kind kind) {
    try (Products products = open(kind, Products.spec().popular(3, Duration.ofMinutes(1)))) {
      products.put(9, "lamp");
      products.sent();
      for (int i = 0; i < 5; i++) {
        assertThat(products.name(9)).isEqualTo("lamp");
      }
      assertThat(products.sent())
          .extracting(sent -> ((GetItemRequest) sent).consistentRead())
          .containsExactly(null, null, true);
    }
  }

  @ParameterizedTest
  @EnumSource
  void consistentReads_andThoseWithTheirOwnCredentials_areNeverFromMemory(Kind kind) {
    try (Products products = open(kind, Products.spec())) {
      products.put(10, "lamp");
      products.name(10);
      products.sent();
      GetItemRequest.Builder own =
          Products.get(10)
              .overrideConfiguration(
                  c ->
                      c.credentialsProvider(
                          StaticCredentialsProvider.create(
                              AwsBasicCredentials.create("other", "caller"))));

      products.read(Products.get(10).consistentRead(true));
      assertThat(products.sent()).hasSize(1);
      assertThat(failure(() -> products.read(own))).hasMessageContaining("non-existent table");
      assertThat(products.sent()).hasSize(1);
    }
  }

  private static Throwable failure(Runnable call) {
    return catchThrowable(call::run);
  }
}
