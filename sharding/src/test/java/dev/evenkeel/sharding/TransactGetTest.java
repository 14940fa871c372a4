package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Transactions.byTenant;
import static dev.evenkeel.sharding.Transactions.get;
import static dev.evenkeel.sharding.Transactions.hashed;
import static dev.evenkeel.sharding.Transactions.item;
import static dev.evenkeel.sharding.Transactions.key;
import static dev.evenkeel.sharding.Transactions.random;
import static dev.evenkeel.sharding.Transactions.read;
import static dev.evenkeel.sharding.Transactions.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ItemLookupException;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;

/** Reads of which some know their shard and some look on every one. */
@ExtendWith(LocalDynamoDbExtension.class)
class TransactGetTest {
  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  TransactGetTest(LocalDynamoDb shared) {
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

  private static void put(ClientUnderTest client, String table, Map<String, AttributeValue> item) {
    client.call(PutItemRequest.builder().tableName(table).item(item).build());
  }

  @ParameterizedTest
  @EnumSource
  void read_probesBetweenOtherReads_answersInTheCallersOrder(Kind kind) {
    try (ClientUnderTest client =
        open(kind, hashed("orders"), random("events"), byTenant("byTenant"))) {
      PhysicalTables.create(plain, hashed("plain"));
      put(client, "plain", item("a", "1", 1));
      put(client, "orders", item("a", "2", 2));
      put(client, "events", item("a", "3", 3));
      put(client, "events", item("a", "4", 4));
      put(client, "byTenant", with(item("a", "5", 5), "tenant", fromS("t")));
      TransactGetItemsResponse response =
          client.call(
              read(
                      get("events", key("a", "4")),
                      get("plain", key("a", "1")),
                      get("events", key("a", "none")),
                      get("byTenant", with(key("a", "5"), "tenant", fromS("t"))),
                      get("byTenant", with(key("a", "5"), "tenant", fromS("other"))),
                      get("orders", key("a", "2")),
                      get(g -> g.tableName("events").key(key("a", "3")).projectionExpression("v")))
                  .toBuilder()
                  .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                  .build());
      assertThat(response.responses())
          .extracting(ItemResponse::item)
          .containsExactly(
              item("a", "4", 4),
              item("a", "1", 1),
              Map.of(),
              with(item("a", "5", 5), "tenant", fromS("t")),
              Map.of(),
              item("a", "2", 2),
              Map.of("v", fromN("3")));
      assertThat(response.consumedCapacity())
          .extracting(capacity -> capacity.tableName())
          .containsExactlyInAnyOrder("events", "plain", "byTenant", "orders");
      assertThat(response.responseMetadata().requestId()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void read_determinantNotGiven_looksOnEveryShard(Kind kind) {
    try (ClientUnderTest client = open(kind, byTenant("orders"))) {
      put(client, "orders", with(item("a", "1", 1), "tenant", fromS("t")));
      assertThat(client.call(read(get("orders", key("a", "1")))).responses())
          .extracting(ItemResponse::item)
          .containsExactly(with(item("a", "1", 1), "tenant", fromS("t")));
    }
  }

  @ParameterizedTest
  @EnumSource
  void read_itemOnTwoShards_isAmbiguous(Kind kind) {
    try (ClientUnderTest client = open(kind, random("events"))) {
      for (String shard : new String[] {"a.0", "a.2"}) {
        plain.putItem(item -> item.tableName("events").item(key(shard, "1")));
      }
      assertThatThrownBy(() -> client.call(read(get("events", key("a", "1")))))
          .matches(thrown -> ItemLookupException.is(thrown, ItemLookupException.Reason.SEVERAL))
          .hasMessageStartingWith("TransactGetItems on 'events' found the item on 2 shards");
    }
  }

  @ParameterizedTest
  @EnumSource
  void read_probesPastAHundredActions_isRefused(Kind kind) {
    TransactGetItem[] gets =
        IntStream.range(0, 26)
            .mapToObj(i -> get("events", key("a", "s" + i)))
            .toArray(TransactGetItem[]::new);
    try (ClientUnderTest client = open(kind, random("events"))) {
      assertThatThrownBy(() -> client.call(read(gets)))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("104 actions, and DynamoDB takes 100");
      assertThat(client.call(read(Arrays.copyOf(gets, 25))).responses()).hasSize(25);
    }
  }

  @ParameterizedTest
  @EnumSource
  void read_moreShardsThanMaxProbe_isRefused(Kind kind) {
    try (ClientUnderTest client = open(kind, random("events").toBuilder().maxProbe(3).build())) {
      assertThatThrownBy(
              () -> client.call(read(get("events", key("a", "1")), get("events", key("b", "1")))))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageStartingWith(
              "TransactGetItems on 'events' refused: transactItems[0].get: the key does not tell"
                  + " the shard, and reading all 4 shards is above maxProbe 3");
    }
  }

  @ParameterizedTest
  @EnumSource
  void read_oneItemTwice_isRefusedByDynamoDb(Kind kind) {
    try (ClientUnderTest client = open(kind, hashed("orders"))) {
      assertThatThrownBy(
              () -> client.call(read(get("orders", key("a", "1")), get("orders", key("a", "1")))))
          .isInstanceOf(DynamoDbException.class)
          .hasMessageContaining("multiple operations on one item");
    }
  }
}
