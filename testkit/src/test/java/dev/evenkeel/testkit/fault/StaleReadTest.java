package dev.evenkeel.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.ClientKind;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

@ExtendWith(LocalDynamoDbExtension.class)
class StaleReadTest {
  private static final String ORDERS = "orders";
  private static final Map<String, AttributeValue> KEY = Tables.key("p", "s");

  private final LocalDynamoDb local;

  StaleReadTest(LocalDynamoDb local) {
    this.local = local.isolated();
  }

  private static FaultInjector lagging(int writes) {
    return FaultPlan.seeded(1).rule(FaultRule.inject(Fault.staleRead(writes))).build().injector();
  }

  private static void put(DynamoDbClient client, String sk, int version) {
    Map<String, AttributeValue> item = new HashMap<>(Tables.key("p", sk));
    item.put("version", AttributeValue.fromN(Integer.toString(version)));
    client.putItem(r -> r.tableName(ORDERS).item(item));
  }

  private static String version(DynamoDbClient client, boolean consistent) {
    var answer = client.getItem(r -> r.tableName(ORDERS).key(KEY).consistentRead(consistent));
    return answer.hasItem() ? Tables.attribute(answer.item(), "version").n() : "none";
  }

  private static List<String> sortKeys(DynamoDbClient client) {
    QueryResponse page =
        client.query(
            r ->
                r.tableName(ORDERS)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("p"))));
    return page.items().stream().map(item -> Tables.attribute(item, "sk").s()).toList();
  }

  @ParameterizedTest
  @EnumSource
  void staleRead_lagOfTwoWrites_showsTheItemAsItWasTwoWritesAgo(ClientKind tested) {
    try (DynamoDbClient client = tested.client(local, lagging(2))) {
      Tables.create(client, ORDERS);
      List<String> stale = new ArrayList<>();
      List<String> fresh = new ArrayList<>();
      for (int version = 1; version <= 4; version++) {
        put(client, "s", version);
        stale.add(version(client, false));
        fresh.add(version(client, true));
      }

      assertThat(stale).containsExactly("none", "none", "1", "2");
      assertThat(fresh).containsExactly("1", "2", "3", "4");
    }
  }

  @ParameterizedTest
  @EnumSource
  void staleRead_queryScanAndBatchGet_hideTheLastWriteAndShowTheDeleted(ClientKind tested) {
    try (DynamoDbClient client = tested.client(local, lagging(1))) {
      Tables.create(client, ORDERS);
      put(client, "s", 1);
      put(client, "t", 1);
      assertThat(sortKeys(client)).containsExactly("s");
      client.deleteItem(r -> r.tableName(ORDERS).key(KEY));

      assertThat(sortKeys(client)).containsExactly("s", "t");
      assertThat(client.scan(r -> r.tableName(ORDERS)).count()).isEqualTo(2);
      assertThat(client.scan(r -> r.tableName(ORDERS).consistentRead(true)).count()).isEqualTo(1);
      assertThat(
              client
                  .batchGetItem(r -> r.requestItems(Map.of(ORDERS, keys(KEY))))
                  .responses()
                  .get(ORDERS))
          .hasSize(1);
    }
  }

  private static KeysAndAttributes keys(Map<String, AttributeValue> key) {
    return KeysAndAttributes.builder().keys(List.of(key)).build();
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void staleRead_tableFilledBeforehand_startsFromItsItems(ClientKind tested) {
    try (DynamoDbClient plain = local.client();
        DynamoDbClient client = tested.client(local, lagging(1))) {
      Tables.create(plain, ORDERS);
      IntStream.range(0, 60).forEach(i -> put(plain, "item" + i, 1));
      client.putItem(r -> r.tableName(ORDERS).item(KEY));

      assertThat(sortKeys(client)).hasSize(60);
      assertThat(sortKeys(plain)).hasSize(61);
    }
  }

  @ParameterizedTest
  @EnumSource
  void staleRead_failedWrites_doNotCount(ClientKind tested) {
    try (DynamoDbClient client = tested.client(local, lagging(1))) {
      Tables.create(client, ORDERS);
      put(client, "s", 1);
      assertThatThrownBy(
              () ->
                  client.putItem(
                      r ->
                          r.tableName(ORDERS)
                              .item(KEY)
                              .conditionExpression("attribute_not_exists(pk)")))
          .hasMessageContaining("conditional request failed");

      assertThat(version(client, false)).isEqualTo("none");
    }
  }

  @ParameterizedTest
  @EnumSource
  void staleRead_deletedTable_isGoneAtOnce(ClientKind tested) {
    try (DynamoDbClient client = tested.client(local, lagging(1))) {
      Tables.create(client, ORDERS);
      put(client, "s", 1);
      client.deleteTable(r -> r.tableName(ORDERS));

      assertThatThrownBy(() -> version(client, false))
          .isInstanceOf(ResourceNotFoundException.class);
    }
  }

  @Test
  void staleRead_manyThreads_replicaEndsOneWriteBehind() {
    FaultPlan plan =
        FaultPlan.seeded(1).rule(FaultRule.inject(Fault.staleRead(1)).into("Scan")).build();
    try (DynamoDbClient client = ClientKind.SYNC.client(local, plan.injector())) {
      Tables.create(client, ORDERS);
      IntStream.range(0, 40).parallel().forEach(i -> put(client, "item" + i, 1));

      assertThat(client.scan(r -> r.tableName(ORDERS)).count()).isEqualTo(39);
    }
  }

  /** Their tables of one name have copies of their own, and the lag counts the writes of both. */
  @ParameterizedTest
  @EnumSource
  void staleRead_twoNamespaces_areApart(ClientKind tested) {
    FaultInjector faults = lagging(1);
    try (DynamoDbClient client = tested.client(local, faults);
        DynamoDbClient other = tested.client(local.isolated(), faults)) {
      Tables.create(client, ORDERS);
      put(client, "s", 1);
      Tables.create(other, ORDERS);
      put(other, "s", 2);
      put(client, "t", 1);

      assertThat(version(client, false)).isEqualTo("1");
      assertThat(version(other, false)).isEqualTo("2");
      assertThat(sortKeys(client)).containsExactly("s");
    }
  }
}
