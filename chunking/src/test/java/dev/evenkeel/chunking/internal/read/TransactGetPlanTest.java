package dev.evenkeel.chunking.internal.read;

import static dev.evenkeel.chunking.internal.read.Docs.key;
import static dev.evenkeel.chunking.internal.read.Docs.n;
import static dev.evenkeel.chunking.internal.read.Docs.s;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.operation.TransactGetItems;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;

@ExtendWith(LocalDynamoDbExtension.class)
class TransactGetPlanTest {
  private static final AttributeValue BODY = s("body".repeat(100));
  private static Docs docs;
  private static Docs plain;
  private final Driver driver = docs.driver();

  @BeforeAll
  static void fill(DynamoDbClient client) {
    docs = Docs.create(client, "transact");
    plain = Docs.create(client, "transactPlain");
    docs.put(key("a", 1), BODY, Map.of("x", n(1)));
    docs.put(key("a", 2), BODY, Map.of("x", n(2)));
    plain.putRaw(key("p", 1));
  }

  @BeforeEach
  void reset() {
    docs.limits(limits -> limits);
    docs.payloads.beforeRead(number -> {});
  }

  private static @Nullable Hydrator find(String table) {
    return table.equals(docs.table) ? docs.hydrator() : null;
  }

  private static TransactGetItem get(
      String table, Map<String, AttributeValue> key, Consumer<Get.Builder> more) {
    return TransactGetItem.builder().get(g -> more.accept(g.tableName(table).key(key))).build();
  }

  private static TransactGetItem get(Map<String, AttributeValue> key) {
    return get(docs.table, key, g -> {});
  }

  private TransactGetItemsResponse run(TransactGetItem... items) {
    return run(TransactGetItemsRequest.builder().transactItems(items).build());
  }

  private TransactGetItemsResponse run(TransactGetItemsRequest request) {
    return driver.run(requireNonNull(TransactGetItems.of(TransactGetPlanTest::find, request)));
  }

  @Test
  void transactGet_ofAllKinds_isInOrderAndAsWritten() {
    TransactGetItemsResponse response =
        run(
            get(docs.table, key("a", 1), g -> g.projectionExpression("body")),
            get(plain.table, key("p", 1), g -> {}),
            get(key("nobody", 1)),
            get(docs.table, key("a", 2), g -> g.projectionExpression("x")));

    assertThat(response.responses()).hasSize(4);
    assertThat(response.responses().get(0).item()).isEqualTo(Map.of("body", BODY));
    assertThat(response.responses().get(1).item()).isEqualTo(key("p", 1));
    assertThat(response.responses().get(2).hasItem()).isFalse();
    assertThat(response.responses().get(3).item()).isEqualTo(Map.of("x", n(2)));
  }

  @Test
  void transactGet_nothingManaged_isSentAsItIs() {
    TransactGetItemsRequest request =
        TransactGetItemsRequest.builder()
            .transactItems(
                get(plain.table, key("p", 1), g -> {}),
                get(docs.table, key("a", 2), g -> g.projectionExpression("x")))
            .build();

    assertThat(TransactGetItems.of(TransactGetPlanTest::find, request)).isNull();
  }

  @Test
  void transactGet_replacedMeanwhile_readsAllAgain() {
    docs.put(key("torn", 1), s("old".repeat(100)), Map.of());
    docs.put(key("torn", 2), s("old".repeat(100)), Map.of());
    Map<String, AttributeValue> old = docs.raw(key("torn", 1));
    docs.payloads.beforeRead(
        number -> {
          if (number == 1) {
            docs.removePayload(old, "body");
            docs.put(key("torn", 1), s("new".repeat(100)), Map.of());
            docs.put(key("torn", 2), s("new".repeat(100)), Map.of());
          }
        });

    TransactGetItemsResponse response = run(get(key("torn", 1)), get(key("torn", 2)));

    assertThat(response.responses())
        .extracting(item -> item.item().get("body"))
        .isEqualTo(List.of(s("new".repeat(100)), s("new".repeat(100))));
  }

  @Test
  void transactGet_lostPayload_isATypedError() {
    docs.put(key("lost", 1), BODY, Map.of());
    docs.removePayload(docs.raw(key("lost", 1)), "body");

    assertThatThrownBy(() -> run(get(key("lost", 1)), get(key("a", 1))))
        .hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING);
    assertThat(driver.sent().stream().filter(TransactGetItemsRequest.class::isInstance)).hasSize(2);
  }

  @Test
  void transactGet_moreThanIsReadAtATime_isRefusedBeforeAnythingIsRead() {
    docs.limits(limits -> limits.withHydrateBytesMax(1599));

    assertThatThrownBy(() -> run(get(key("a", 1)), get(key("a", 2))))
        .hasFieldOrPropertyWithValue("reason", Reason.TOO_LARGE)
        .hasMessageContaining("1600");
    assertThat(driver.sent()).hasSize(1);
  }

  @Test
  void transactGet_oneItem_comesWhateverThePageLimit() {
    docs.limits(limits -> limits.withHydrateBytesMax(1));

    assertThat(run(get(key("a", 1))).responses().get(0).item().get("body")).isEqualTo(BODY);
  }

  @Test
  void transactGet_capacityAskedFor_tellsOfEachTable() {
    TransactGetItemsResponse response =
        run(
            TransactGetItemsRequest.builder()
                .transactItems(get(key("a", 1)))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());

    assertThat(response.consumedCapacity())
        .extracting(ConsumedCapacity::tableName)
        .containsExactly(docs.table, Docs.CHUNKS);
  }
}
