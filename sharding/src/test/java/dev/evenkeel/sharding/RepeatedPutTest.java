package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A put that failed may have happened: under a token its repeat leaves one item. */
@ExtendWith(LocalDynamoDbExtension.class)
class RepeatedPutTest {
  private static final int REPEATS = 4;

  private static ShardingSpec spec(Kind kind, String name, ShardSelector selector) {
    return ShardingSpec.builder(name + "_" + kind)
        .partitionKey("day")
        .sortKey("at")
        .shards(16)
        .selector(selector)
        .uniqueSortKeys()
        .upsertOnDrawnShard()
        .build();
  }

  private static Map<String, AttributeValue> item(String at) {
    return Map.of("day", fromS("monday"), "at", fromS(at), "request", fromS("token " + at));
  }

  private static PutItemRequest put(ShardingSpec spec, Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(spec.tableName()).item(item).build();
  }

  private static TransactWriteItemsRequest transaction(
      ShardingSpec spec, Map<String, AttributeValue> item) {
    TransactWriteItem put =
        TransactWriteItem.builder().put(p -> p.tableName(spec.tableName()).item(item)).build();
    return TransactWriteItemsRequest.builder().transactItems(List.of(put)).build();
  }

  private static BatchWriteItemRequest batch(ShardingSpec spec, Map<String, AttributeValue> item) {
    WriteRequest put = WriteRequest.builder().putRequest(p -> p.item(item)).build();
    return BatchWriteItemRequest.builder()
        .requestItems(Map.of(spec.tableName(), List.of(put)))
        .build();
  }

  /** Each attempt is a client of its own, whose first write happens and seems to fail. */
  private static void repeat(
      Kind kind,
      LocalDynamoDb local,
      ShardingSpec spec,
      BiConsumer<ClientUnderTest, Map<String, AttributeValue>> write,
      Map<String, AttributeValue> item) {
    for (int i = 0; i < REPEATS; i++) {
      FaultInjector faults =
          FaultPlan.seeded(i)
              .rule(FaultRule.inject(Fault.connectionLost(Moment.AFTER_APPLY)).first(1))
              .build()
              .injector();
      try (ClientUnderTest client = ShardedClients.open(kind, local, faults, spec)) {
        assertThatThrownBy(() -> write.accept(client, item)).isInstanceOf(SdkException.class);
      }
    }
  }

  private static List<Map<String, AttributeValue>> stored(
      ClientUnderTest client, ShardingSpec spec) {
    return client
        .call(
            QueryRequest.builder()
                .tableName(spec.tableName())
                .keyConditionExpression("#day = :day")
                .expressionAttributeNames(Map.of("#day", "day"))
                .expressionAttributeValues(Map.of(":day", fromS("monday")))
                .build())
        .items();
  }

  @KindsInTurn
  void put_repeatedWithItsToken_leavesOneItem(
      Kind kind, LocalDynamoDb local, DynamoDbClient plain) {
    ShardingSpec spec = spec(kind, "tokens", ShardSelector.byToken("request"));
    PhysicalTables.create(plain, spec);
    List<BiConsumer<ClientUnderTest, Map<String, AttributeValue>>> writes =
        List.of(
            (client, item) -> client.call(put(spec, item)),
            (client, item) -> client.call(batch(spec, item)),
            (client, item) -> client.call(transaction(spec, item)),
            (client, item) ->
                client.call(
                    transaction(spec, item).toBuilder()
                        .clientRequestToken(item.get("at").s() + System.identityHashCode(client))
                        .build()));
    for (int i = 0; i < writes.size(); i++) {
      repeat(kind, local, spec, writes.get(i), item("at" + i));
    }
    try (ClientUnderTest client = ShardedClients.open(kind, local, spec)) {
      writes.forEach(write -> write.accept(client, item("at0")));
      assertThat(stored(client, spec))
          .containsExactly(item("at0"), item("at1"), item("at2"), item("at3"));
      Map<String, AttributeValue> key = Map.of("day", fromS("monday"), "at", fromS("at1"));
      GetItemRequest get = GetItemRequest.builder().tableName(spec.tableName()).key(key).build();
      assertThat(client.call(get).item()).isEqualTo(item("at1"));
      client.call(DeleteItemRequest.builder().tableName(spec.tableName()).key(key).build());
      assertThat(client.call(get).hasItem()).isFalse();
    }
  }

  @KindsInTurn
  void put_repeatedUnderRandom_leavesSeveral(Kind kind, LocalDynamoDb local, DynamoDbClient plain) {
    ShardingSpec spec = spec(kind, "random", ShardSelector.random());
    PhysicalTables.create(plain, spec);
    repeat(kind, local, spec, (client, item) -> client.call(put(spec, item)), item("at"));
    try (ClientUnderTest client = ShardedClients.open(kind, local, spec)) {
      assertThat(stored(client, spec)).as("what the token is for").hasSizeGreaterThan(1);
    }
  }

  @KindsInTurn
  void put_withoutItsToken_isRefused(Kind kind, LocalDynamoDb local) {
    ShardingSpec spec = spec(kind, "refused", ShardSelector.byToken("request"));
    Map<String, AttributeValue> item = new HashMap<>(item("at"));
    item.remove("request");
    try (ClientUnderTest client = ShardedClients.open(kind, local, spec)) {
      assertThatThrownBy(() -> client.call(put(spec, item)))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("attribute 'request', the token by which the shard is drawn")
          .hasMessageContaining("a repeat of the write has again");
    }
  }

  @KindsInTurn
  void update_createsOnADrawnShard_everyTimeOnTheSame(
      Kind kind, LocalDynamoDb local, DynamoDbClient plain) {
    for (ShardSelector selector :
        List.of(ShardSelector.byToken("request"), ShardSelector.rotating())) {
      ShardingSpec spec = spec(kind, "upserts_" + selector.id().replace(':', '_'), selector);
      PhysicalTables.create(plain, spec);
      UpdateItemRequest update =
          UpdateItemRequest.builder()
              .tableName(spec.tableName())
              .key(Map.of("day", fromS("monday"), "at", fromS("at")))
              .updateExpression("ADD n :one")
              .expressionAttributeValues(Map.of(":one", fromN("1")))
              .build();
      String first = null;
      for (int i = 0; i < 3; i++) {
        try (ClientUnderTest client = ShardedClients.open(kind, local, spec)) {
          client.call(update);
        }
        Map<String, AttributeValue> only =
            plain.scan(scan -> scan.tableName(spec.tableName())).items().get(0);
        first = first == null ? only.get("day").s() : first;
        assertThat(only.get("day").s()).isEqualTo(first);
        plain.deleteItem(
            delete ->
                delete
                    .tableName(spec.tableName())
                    .key(Map.of("day", only.get("day"), "at", only.get("at"))));
      }
    }
  }
}
