package dev.evenkeel.chunking.internal.read;

import static dev.evenkeel.chunking.internal.read.Docs.key;
import static dev.evenkeel.chunking.internal.read.Docs.n;
import static dev.evenkeel.chunking.internal.read.Docs.s;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.evenkeel.chunking.internal.operation.BatchGetItem;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

@ExtendWith(LocalDynamoDbExtension.class)
class BatchGetPlanTest {
  private static final int ROWS = 8;
  private static Docs docs;
  private static Docs plain;
  private static final List<Map<String, AttributeValue>> LOGICAL = new ArrayList<>();
  private final Driver driver = docs.driver();

  @BeforeAll
  static void fill(DynamoDbClient client) {
    docs = Docs.create(client, "batch");
    plain = Docs.create(client, "plain");
    LOGICAL.clear();
    for (int at = 1; at <= ROWS; at++) {
      LOGICAL.add(docs.put(key("b", at), s("%05d".formatted(at).repeat(50)), Map.of("x", n(at))));
    }
    plain.putRaw(key("b", 1));
  }

  @BeforeEach
  void reset() {
    docs.limits(limits -> limits);
    docs.payloads.beforeRead(number -> {});
  }

  private static @Nullable Hydrator find(String table) {
    return table.equals(docs.table) ? docs.hydrator() : null;
  }

  private static KeysAndAttributes.Builder keys() {
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    for (int at = 1; at <= ROWS; at++) {
      keys.add(key("b", at));
    }
    return KeysAndAttributes.builder().keys(keys);
  }

  private static BatchGetItemRequest.Builder request(KeysAndAttributes.Builder keys) {
    return BatchGetItemRequest.builder().requestItems(Map.of(docs.table, keys.build()));
  }

  private BatchGetItemResponse run(BatchGetItemRequest.Builder request) {
    return run(driver, request);
  }

  private static BatchGetItemResponse run(Driver driver, BatchGetItemRequest.Builder request) {
    return driver.run(requireNonNull(BatchGetItem.of(BatchGetPlanTest::find, request.build())));
  }

  @Test
  void batchGet_managedAndPlainTables_areAsWritten() {
    BatchGetItemResponse response =
        run(
            BatchGetItemRequest.builder()
                .requestItems(
                    Map.of(
                        docs.table,
                        keys().build(),
                        plain.table,
                        KeysAndAttributes.builder().keys(List.of(key("b", 1))).build())));

    assertThat(response.responses().get(docs.table)).containsExactlyInAnyOrderElementsOf(LOGICAL);
    assertThat(response.responses().get(plain.table)).isEqualTo(List.of(key("b", 1)));
    assertThat(response.unprocessedKeys()).isEmpty();
  }

  @Test
  void batchGet_nothingManaged_isSentAsItIs() {
    assertThat(
            BatchGetItem.of(
                BatchGetPlanTest::find, request(keys().projectionExpression("x, id")).build()))
        .isNull();
    assertThat(BatchGetItem.of(name -> null, request(keys()).build())).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 500, 1250, 1_000_000})
  void batchGet_moreBytesThanABatchBrings_putsKeysBack(int bytesMax) {
    docs.limits(limits -> limits.withHydrateBytesMax(bytesMax));
    KeysAndAttributes.Builder asked =
        keys().projectionExpression("#b, x").expressionAttributeNames(Map.of("#b", "body"));
    List<Map<String, AttributeValue>> all = new ArrayList<>();
    BatchGetItemRequest.Builder request = request(asked);
    int rounds = 0;
    while (true) {
      BatchGetItemResponse response = run(request);
      rounds++;
      assertThat(response.responses().get(docs.table)).isNotEmpty();
      all.addAll(response.responses().get(docs.table));
      if (!response.hasUnprocessedKeys() || response.unprocessedKeys().isEmpty()) {
        break;
      }
      KeysAndAttributes left = response.unprocessedKeys().get(docs.table);
      assertThat(left.toBuilder().keys(asked.build().keys()).build()).isEqualTo(asked.build());
      request.requestItems(response.unprocessedKeys());
    }

    assertThat(all)
        .containsExactlyInAnyOrderElementsOf(
            LOGICAL.stream()
                .map(row -> Map.of("body", row.get("body"), "x", row.get("x")))
                .toList());
    assertThat(rounds)
        .isEqualTo(bytesMax >= 500 ? (int) Math.ceil(8.0 / Math.min(8, bytesMax / 500)) : 8);
  }

  @Test
  void batchGet_keysPutBack_areAsTheCallerWroteThem() {
    docs.limits(limits -> limits.withHydrateBytesMax(1));
    Map<String, AttributeValue> one = Map.of("id", s("b"), "at", AttributeValue.fromN("1.0"));
    Map<String, AttributeValue> two = Map.of("id", s("b"), "at", AttributeValue.fromN("02"));

    BatchGetItemResponse response =
        run(request(KeysAndAttributes.builder().keys(List.of(one, two))));

    assertThat(response.unprocessedKeys().get(docs.table).keys())
        .hasSize(1)
        .isSubsetOf(List.of(one, two));
  }

  @Test
  void batchGet_leftByDynamoDb_isAsTheCallerWroteIt(LocalDynamoDb local) {
    FaultInjector faults =
        FaultPlan.seeded(1)
            .rule(FaultRule.inject(Fault.unprocessed(0.5)).into("BatchGetItem").onTable(docs.table))
            .build()
            .injector();
    KeysAndAttributes.Builder asked = keys().projectionExpression("body");
    try (DynamoDbClient faulty =
        local.clientBuilder().httpClientBuilder(faults.httpClientBuilder()).build()) {
      BatchGetItemResponse response = run(new Driver(faulty), request(asked));

      KeysAndAttributes left = response.unprocessedKeys().get(docs.table);
      assertThat(left.keys()).isNotEmpty().isSubsetOf(asked.build().keys());
      assertThat(left.projectionExpression()).isEqualTo("body");
      assertThat(left.hasExpressionAttributeNames()).isFalse();
      assertThat(response.responses().get(docs.table)).hasSize(ROWS - left.keys().size());
    }
  }

  @Test
  void batchGet_replacedMeanwhile_isTheNewOne() {
    docs.put(key("torn", 1), s("old".repeat(100)), Map.of());
    Map<String, AttributeValue> old = docs.raw(key("torn", 1));
    docs.payloads.beforeRead(
        number -> {
          if (number == 1) {
            docs.removePayload(old, "body");
            docs.put(key("torn", 1), s("new".repeat(100)), Map.of());
          }
        });

    BatchGetItemResponse response =
        run(
            request(
                KeysAndAttributes.builder()
                    .keys(List.of(key("torn", 1)))
                    .projectionExpression("body")));

    assertThat(response.responses().get(docs.table))
        .isEqualTo(List.of(Map.of("body", s("new".repeat(100)))));
  }

  @Test
  void batchGet_goneMeanwhile_isNotAmongTheItems() {
    docs.put(key("gone", 1), s("old".repeat(100)), Map.of());
    Map<String, AttributeValue> old = docs.raw(key("gone", 1));
    docs.payloads.beforeRead(
        number -> {
          docs.removePayload(old, "body");
          docs.client.deleteItem(d -> d.tableName(docs.table).key(key("gone", 1)));
        });

    BatchGetItemResponse response =
        run(request(KeysAndAttributes.builder().keys(List.of(key("gone", 1)))));

    assertThat(response.responses().get(docs.table)).isEmpty();
  }

  @Test
  void batchGet_capacityAskedFor_tellsOfEachTable() {
    BatchGetItemResponse response =
        run(
            request(KeysAndAttributes.builder().keys(List.of(key("b", 1))).consistentRead(true))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));

    assertThat(response.consumedCapacity())
        .extracting(ConsumedCapacity::tableName, ConsumedCapacity::capacityUnits)
        .containsExactly(tuple(docs.table, 1.0), tuple(Docs.CHUNKS, 1.5));
  }

  @Test
  void batchGet_pathBelowManaged_isRefused() {
    assertThatThrownBy(
            () ->
                BatchGetItem.of(
                    BatchGetPlanTest::find,
                    request(keys().projectionExpression("body[1]")).build()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("BatchGetItem on 'batch'");
  }
}
