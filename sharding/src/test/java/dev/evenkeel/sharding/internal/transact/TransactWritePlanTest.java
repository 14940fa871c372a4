package dev.evenkeel.sharding.internal.transact;

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
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.internal.operation.Planned;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** The sub-requests of TransactWriteItems, and its refusals before anything is sent. */
class TransactWritePlanTest {
  private static final ShardingSpec ORDERS = hashed("orders");
  private static final ShardingSpec EVENTS = random("events");
  private static final ShardingSpec TENANTS = byTenant("tenants");
  private static final ShardingSpec NUMBERS =
      ShardingSpec.builder("numbers")
          .partitionKey("pk", ScalarAttributeType.N)
          .sortKey("sk")
          .shards(4)
          .shards(KeyRule.exactly(fromN("1"), 1))
          .build();
  private static final ShardingSpec[] ALL = {ORDERS, EVENTS, TENANTS, NUMBERS};
  private static final Map<String, AttributeValue> TENANT =
      with(key("a", "1"), "tenant", fromS("t"));

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(
            put(a -> a.tableName("events").item(key("a", "1")).conditionExpression("size(v) > v")),
            "transactItems[1].put: selector 'random' writes to a drawn shard, where a condition"),
        Arguments.of(
            update(a -> a.tableName("events").key(key("a", "1")).updateExpression("REMOVE v")),
            "transactItems[1].update: selector 'random' drew the shard of the item, and a"),
        Arguments.of(
            delete(a -> a.tableName("events").key(key("a", "1"))),
            "transactItems[1].delete: selector 'random' drew the shard"),
        Arguments.of(
            check(a -> a.tableName("events").key(key("a", "1")).conditionExpression("size(v) > v")),
            "transactItems[1].conditionCheck: selector 'random' drew the shard"),
        Arguments.of(
            put("tenants", key("a", "1")),
            "transactItems[1].put: attribute 'tenant', from which the shard is calculated, is"),
        Arguments.of(
            delete(a -> a.tableName("tenants").key(key("a", "1"))),
            "transactItems[1].delete: attribute 'tenant', from which the shard is calculated, is"),
        Arguments.of(
            update(a -> a.tableName("tenants").key(TENANT).updateExpression("REMOVE tenant")),
            "transactItems[1].update: the update changes attribute 'tenant', from which"),
        Arguments.of(
            update(
                a ->
                    a.tableName("orders")
                        .key(key("a", "1"))
                        .updateExpression("SET v = if_not_exists(pk, w)")),
            "transactItems[1].update: the update gives 'w' for the case that partition key"),
        Arguments.of(
            check(
                a ->
                    a.tableName("numbers")
                        .key(Map.of("pk", fromN("1"), "sk", fromS("1")))
                        .conditionExpression("v IN (size(pk))")),
            "transactItems[1].conditionCheck: an expression asks in a BETWEEN, IN"),
        Arguments.of(
            put("orders", Map.of("sk", fromS("1"))),
            "transactItems[1].put: partition key attribute 'pk' is missing"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void write_actionThatCannotBeHonoured_isRefused(TransactWriteItem action, String reason) {
    assertRefused(write(put("orders", key("z", "1")), action), reason);
  }

  private static void assertRefused(TransactWriteItemsRequest request, String reason) {
    ShardingPlanner planner = Planned.planner(ALL);
    assertThatThrownBy(() -> planner.plan(request))
        .isInstanceOfAny(RefusedOperationException.class, DynamoDbException.class)
        .hasMessageStartingWith("TransactWriteItems on '")
        .hasMessageContaining(" refused: " + reason);
  }

  @Test
  void write_twoPutsOfOneDrawnItem_isRefused() {
    assertRefused(
        write(put("events", item("a", "1", 1)), put("events", item("a", "1", 2))),
        "transactItems[1].put: the transaction has an earlier action on the same logical item");
  }

  @Test
  void write_oneItemWithTwoDeterminants_isRefused() {
    assertRefused(
        write(
            put("tenants", TENANT),
            delete(a -> a.tableName("tenants").key(with(key("a", "1"), "tenant", fromS("other"))))),
        "transactItems[1].delete: the transaction has an earlier action on the same logical item");
  }

  @Test
  void write_oneItemTwiceWithItsShardInTheKey_isLeftToDynamoDb() {
    TransactWriteItemsRequest request =
        write(put("orders", key("a", "1")), put("orders", key("a", "1")));
    List<TransactWriteItem> sent = sent(request).transactItems();
    assertThat(sent.get(0)).isEqualTo(sent.get(1));
  }

  private static TransactWriteItemsRequest sent(TransactWriteItemsRequest request) {
    return Planned.<TransactWriteItemsRequest, TransactWriteItemsResponse>of(request, ALL).sent();
  }

  @Test
  void write_otherTablesOnly_isNotPlanned() {
    TransactWriteItemsRequest request = write(put("plain", key("a", "1")));
    assertThat(Planned.planner(ALL).<Object>plan(request) == null).isTrue();
  }

  @Test
  void write_otherTablesBesides_keepsTheirActions() {
    TransactWriteItem other = put("plain", key("a", "1"));
    assertThat(sent(write(put("orders", key("a", "1")), other)).transactItems().get(1))
        .isEqualTo(other);
  }

  @Test
  void write_tableNamedByArn_isRewrittenAndKeepsTheName() {
    String arn = "arn:aws:dynamodb:us-east-1:111122223333:table/orders";
    var put = sent(write(put(arn, key("a", "1")))).transactItems().get(0).put();
    assertThat(put.tableName()).isEqualTo(arn);
    assertThat(put.item().get("pk").s()).matches("a\\.[0-3]");
  }

  @Test
  void write_always_keepsTheRestOfTheRequest() {
    TransactWriteItemsRequest request =
        write(put("orders", key("a", "1"))).toBuilder()
            .clientRequestToken("t")
            .returnConsumedCapacity("INDEXES")
            .returnItemCollectionMetrics("SIZE")
            .overrideConfiguration(o -> o.putHeader("h", "v"))
            .build();
    assertThat(sent(request).toBuilder().transactItems(request.transactItems()).build())
        .isEqualTo(request);
  }

  @Test
  void write_sameToken_drawsTheSameShards() {
    TransactWriteItemsRequest request = write(thirtyPuts());
    assertThat(shards(request, "t1")).isEqualTo(shards(request, "t1")).hasSize(30);
    assertThat(shards(request, "t1")).isNotEqualTo(shards(request, "t2"));
    assertThat(shards(request, "t1").stream().distinct()).hasSize(4);
  }

  /** Frozen: a retry may come from a process of another release. */
  @Test
  void write_token_drawsTheShardsItAlwaysDrew() {
    assertThat(shards(write(thirtyPuts()), "t1").subList(0, 8))
        .containsExactly("a.3", "a.2", "a.2", "a.1", "a.1", "a.3", "a.2", "a.0");
  }

  private static TransactWriteItem[] thirtyPuts() {
    return IntStream.range(0, 30)
        .mapToObj(i -> put("events", key("a", "s" + i)))
        .toArray(TransactWriteItem[]::new);
  }

  private static List<String> shards(TransactWriteItemsRequest request, String token) {
    return sent(request.toBuilder().clientRequestToken(token).build()).transactItems().stream()
        .map(action -> action.put().item().get("pk").s())
        .toList();
  }

  @Test
  void write_itemCollectionMetrics_areLogical() {
    Planned<TransactWriteItemsRequest, TransactWriteItemsResponse> planned =
        Planned.of(write(put("orders", key("a", "1")), put("plain", key("a.1", "1"))), ALL);
    ItemCollectionMetrics physical =
        ItemCollectionMetrics.builder()
            .itemCollectionKey(Map.of("pk", fromS("a.1")))
            .sizeEstimateRangeGB(1.0, 2.0)
            .build();
    TransactWriteItemsResponse response =
        planned.answered(
            TransactWriteItemsResponse.builder()
                .itemCollectionMetrics(
                    Map.of("orders", List.of(physical), "plain", List.of(physical)))
                .build());
    assertThat(response.itemCollectionMetrics())
        .isEqualTo(
            Map.of(
                "orders",
                List.of(physical.toBuilder().itemCollectionKey(Map.of("pk", fromS("a"))).build()),
                "plain",
                List.of(physical)));
  }

  @Test
  void write_plainTable_hasNoPlan() {
    ShardingSpec one = table("one").shards(1).build();
    assertThat(Planned.planner(one).<Object>plan(write(put("one", key("a", "1")))) == null)
        .isTrue();
  }
}
