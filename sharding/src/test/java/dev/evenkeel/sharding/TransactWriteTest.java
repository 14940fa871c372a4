package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Transactions.byTenant;
import static dev.evenkeel.sharding.Transactions.check;
import static dev.evenkeel.sharding.Transactions.delete;
import static dev.evenkeel.sharding.Transactions.hashed;
import static dev.evenkeel.sharding.Transactions.item;
import static dev.evenkeel.sharding.Transactions.key;
import static dev.evenkeel.sharding.Transactions.put;
import static dev.evenkeel.sharding.Transactions.random;
import static dev.evenkeel.sharding.Transactions.table;
import static dev.evenkeel.sharding.Transactions.update;
import static dev.evenkeel.sharding.Transactions.with;
import static dev.evenkeel.sharding.Transactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Properties of transactions that the model test does not cover: tokens, mixed tables, stored
 * items.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class TransactWriteTest {
  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  TransactWriteTest(LocalDynamoDb shared) {
    this.local = shared.isolated();
    this.plain = local.client();
  }

  @AfterEach
  void close() {
    plain.close();
  }

  private ClientUnderTest open(Kind kind, ShardingSpec... specs) {
    for (ShardingSpec spec : specs) {
      PhysicalTables.create(plain, spec);
    }
    return ShardedClients.open(kind, local, specs);
  }

  private List<Map<String, AttributeValue>> stored(String table) {
    return plain.scan(scan -> scan.tableName(table)).items();
  }

  private static Map<String, AttributeValue> found(
      ClientUnderTest client, String table, Map<String, AttributeValue> key) {
    return client.call(GetItemRequest.builder().tableName(table).key(key).build()).item();
  }

  @ParameterizedTest
  @EnumSource
  void write_allKindsOnShardedAndPlainTables_isOneTransaction(Kind kind) {
    try (ClientUnderTest client = open(kind, hashed("orders"), random("events"))) {
      PhysicalTables.create(plain, hashed("plain"));
      client.call(
          write(
              put("orders", item("a", "1", 1)),
              put("orders", item("a", "2", 2)),
              put("orders", item("b", "1", 3))));
      client.call(
          write(
              put("plain", item("a", "1", 9)),
              put("orders", item("c", "1", 4)),
              put("events", item("a", "1", 5)),
              update(
                  action ->
                      action
                          .tableName("orders")
                          .key(key("a", "1"))
                          .updateExpression("ADD v :ten")
                          .conditionExpression("attribute_exists(pk)")
                          .expressionAttributeValues(Map.of(":ten", fromN("10")))),
              delete(action -> action.tableName("orders").key(key("a", "2"))),
              check(
                  action ->
                      action
                          .tableName("orders")
                          .key(key("b", "1"))
                          .conditionExpression("v = :three")
                          .expressionAttributeValues(Map.of(":three", fromN("3"))))));
      assertThat(found(client, "orders", key("a", "1"))).isEqualTo(item("a", "1", 11));
      assertThat(found(client, "orders", key("a", "2"))).isEmpty();
      assertThat(found(client, "orders", key("c", "1"))).isEqualTo(item("c", "1", 4));
      assertThat(found(client, "events", key("a", "1"))).isEqualTo(item("a", "1", 5));
      assertThat(stored("plain")).containsExactly(item("a", "1", 9));
      assertThat(stored("orders"))
          .hasSize(3)
          .allMatch(item -> item.get("pk").s().matches("[abc]\\.[0-3]"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void write_conditionFails_givesLogicalReasonsInOrder(Kind kind) {
    ShardingSpec spec =
        ShardingSpec.builder("numbers")
            .partitionKey("pk", ScalarAttributeType.N)
            .sortKey("sk", ScalarAttributeType.N)
            .shards(4)
            .build();
    Map<String, AttributeValue> seven = Map.of("pk", fromN("7"), "sk", fromN("1"));
    try (ClientUnderTest client = open(kind, spec)) {
      client.call(write(put("numbers", with(seven, "v", fromS("old")))));
      TransactionCanceledException failure =
          catchThrowableOfType(
              TransactionCanceledException.class,
              () ->
                  client.call(
                      write(
                          put("numbers", Map.of("pk", fromN("7.0"), "sk", fromN("2"))),
                          put(
                              action ->
                                  action
                                      .tableName("numbers")
                                      .item(seven)
                                      .conditionExpression("attribute_not_exists(pk)")
                                      .returnValuesOnConditionCheckFailure(
                                          ReturnValuesOnConditionCheckFailure.ALL_OLD)))));
      assertThat(failure.cancellationReasons())
          .extracting(CancellationReason::code)
          .containsExactly("None", "ConditionalCheckFailed");
      assertThat(failure.cancellationReasons().get(1).item())
          .isEqualTo(with(seven, "v", fromS("old")));
      assertThat(failure.getMessage()).contains("[None, ConditionalCheckFailed]");
      assertThat(failure.requestId()).isNotEmpty();
      assertThat(failure.statusCode()).isEqualTo(400);
      assertThat(failure.awsErrorDetails().errorCode()).isEqualTo("TransactionCanceledException");
      assertThat(failure.awsErrorDetails().rawResponse()).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void write_sameTokenUnderRandom_isTheSameRequest(Kind kind) {
    TransactWriteItem[] puts =
        IntStream.range(0, 20)
            .mapToObj(i -> put("events", item("a", "s" + i, i)))
            .toArray(TransactWriteItem[]::new);
    TransactWriteItemsRequest request =
        write(puts).toBuilder().clientRequestToken("token-1").build();
    ShardingSpec spec = random("events");
    try (ClientUnderTest client = open(kind, spec);
        ClientUnderTest otherProcess = ShardedClients.open(kind, local, spec)) {
      client.call(request);
      otherProcess.call(request);
      assertThat(stored("events")).hasSize(20);
      assertThat(shards("events")).hasSizeGreaterThan(1);
      puts[3] = put("events", item("a", "s3", 99));
      assertThatThrownBy(() -> client.call(request.toBuilder().transactItems(puts).build()))
          .isInstanceOf(IdempotentParameterMismatchException.class);
    }
  }

  private Set<String> shards(String table) {
    return stored(table).stream().map(item -> item.get("pk").s()).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @EnumSource
  void write_withoutTokenUnderRandom_drawsEachTime(Kind kind) {
    try (ClientUnderTest client = open(kind, random("events"))) {
      for (int i = 0; i < 20; i++) {
        client.call(write(put("events", item("a", "s" + i, i))));
      }
      assertThat(shards("events")).hasSizeGreaterThan(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void write_plainKeyUnderRandom_takesAllActions(Kind kind) {
    ShardingSpec spec =
        random("events").toBuilder().shards(KeyRule.startingWith("cold", 1)).build();
    try (ClientUnderTest client = open(kind, spec)) {
      client.call(
          write(
              put(
                  action ->
                      action
                          .tableName("events")
                          .item(item("cold1", "1", 1))
                          .conditionExpression("attribute_not_exists(pk)"))));
      client.call(
          write(
              put("events", item("hot", "1", 1)),
              update(
                  action ->
                      action
                          .tableName("events")
                          .key(key("cold1", "1"))
                          .updateExpression("SET twin = pk")
                          .conditionExpression("pk = :pk")
                          .expressionAttributeValues(Map.of(":pk", fromS("cold1"))))));
      assertThat(found(client, "events", key("cold1", "1")))
          .isEqualTo(with(item("cold1", "1", 1), "twin", fromS("cold1")));
    }
  }

  @ParameterizedTest
  @EnumSource
  void write_upsertWithDeterminantBesideTheKey_keepsIt(Kind kind) {
    Map<String, AttributeValue> located = with(key("a", "1"), "tenant", fromS("t1"));
    try (ClientUnderTest client = open(kind, byTenant("orders"))) {
      TransactWriteItemsRequest addOne =
          write(
              update(
                  action ->
                      action
                          .tableName("orders")
                          .key(located)
                          .updateExpression("ADD v :one")
                          .expressionAttributeValues(Map.of(":one", fromN("1")))));
      client.call(addOne);
      client.call(addOne);
      assertThat(found(client, "orders", located)).isEqualTo(with(located, "v", fromN("2")));
      assertThat(stored("orders")).hasSize(1);
      client.call(write(delete(action -> action.tableName("orders").key(located))));
      assertThat(stored("orders")).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void write_oneItemTwice_isRefusedByDynamoDb(Kind kind) {
    try (ClientUnderTest client =
        open(kind, table("numbers").sortKey("sk", ScalarAttributeType.N).shards(4).build())) {
      assertThatThrownBy(
              () ->
                  client.call(
                      write(
                          put("numbers", Map.of("pk", fromS("a"), "sk", fromN("1"))),
                          delete(
                              action ->
                                  action
                                      .tableName("numbers")
                                      .key(Map.of("pk", fromS("a"), "sk", fromN("1")))))))
          .isInstanceOf(DynamoDbException.class)
          .hasMessageContaining("multiple operations on one item");
    }
  }

  @ParameterizedTest
  @EnumSource
  void write_moreThanAHundredActions_isRefusedByDynamoDb(Kind kind) {
    TransactWriteItem[] puts =
        IntStream.range(0, 101)
            .mapToObj(i -> put("orders", item("a", "s" + i, i)))
            .toArray(TransactWriteItem[]::new);
    try (ClientUnderTest client = open(kind, hashed("orders"))) {
      assertThatThrownBy(() -> client.call(write(puts)))
          .isInstanceOf(DynamoDbException.class)
          .hasMessageContaining("100");
      assertThat(stored("orders")).isEmpty();
    }
  }
}
