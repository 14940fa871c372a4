package dev.evenkeel.simulator.client;

import static dev.evenkeel.simulator.client.Events.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evenkeel.simulator.MovableClock;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Batches and transactions, at a table of four read and four write units a second. */
@ExtendWith(LocalDynamoDbExtension.class)
class SimulatedBatchesTest {
  private final DynamoDbClient local;
  private final DynamoDbAsyncClient localAsync;
  private final MovableClock clock = MovableClock.at(Instant.EPOCH);
  private final SimulatedPartitions partitions =
      SimulatedPartitions.builder()
          .table(Events.spec(Capacity.provisioned(4, 4)))
          .clock(clock)
          .build();

  SimulatedBatchesTest(DynamoDbClient local, DynamoDbAsyncClient localAsync) {
    this.local = local;
    this.localAsync = localAsync;
  }

  @BeforeAll
  static void create(DynamoDbClient local) {
    Events.create(local);
  }

  private Object call(Kind kind, DynamoDbRequest request) {
    return kind.over(local, localAsync, new Simulated(partitions)).call(request);
  }

  private static BatchWriteItemRequest writes(String device, int count) {
    return BatchWriteItemRequest.builder()
        .requestItems(
            Map.of(
                TABLE,
                Events.items(device, count).stream()
                    .map(item -> WriteRequest.builder().putRequest(put -> put.item(item)).build())
                    .toList()))
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void batchWrite_beyondTheUnits_leavesTheRestUnprocessed(Kind kind) {
    String device = "writes-" + kind;
    BatchWriteItemRequest writes = writes(device, 6);

    BatchWriteItemResponse answer = (BatchWriteItemResponse) call(kind, writes);

    assertThat(answer.unprocessedItems().get(TABLE))
        .isEqualTo(writes.requestItems().get(TABLE).subList(4, 6));
    assertThat(Events.stored(local, device)).isEqualTo(Events.items(device, 4));
  }

  @ParameterizedTest
  @EnumSource
  void batchWrite_nothingAccepted_isThrown(Kind kind) {
    call(kind, writes("before-" + kind, 4));

    ProvisionedThroughputExceededException thrown =
        catchThrowableOfType(
            ProvisionedThroughputExceededException.class,
            () -> call(kind, writes("after-" + kind, 2)));

    assertThat(thrown.throttlingReasons())
        .extracting(reason -> reason.reason())
        .containsExactly("TableWriteProvisionedThroughputExceeded");
    assertThat(Events.stored(local, "after-" + kind)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void batchGet_beyondTheUnits_leavesTheRestUnprocessed(Kind kind) {
    String device = "reads-" + kind;
    Events.items(device, 3).forEach(item -> local.putItem(Events.put(item)));
    KeysAndAttributes keys =
        KeysAndAttributes.builder()
            .keys(
                List.of(
                    Events.key(device, 0),
                    Events.key(device, 1),
                    Events.key(device, 2),
                    Events.key(device, 3),
                    Events.key(device, 4)))
            .consistentRead(true)
            .build();
    BatchGetItemRequest reads =
        BatchGetItemRequest.builder().requestItems(Map.of(TABLE, keys)).build();

    BatchGetItemResponse answer = (BatchGetItemResponse) call(kind, reads);

    assertThat(answer.responses().get(TABLE))
        .containsExactlyInAnyOrderElementsOf(Events.items(device, 3));
    assertThat(answer.unprocessedKeys().get(TABLE).keys()).containsExactly(Events.key(device, 4));
    assertThatThrownBy(() -> call(kind, reads))
        .isInstanceOf(ProvisionedThroughputExceededException.class);
  }

  @ParameterizedTest
  @EnumSource
  void batchGet_ofAttributes_costsWholeItems(Kind kind) {
    String device = "projected-" + kind;
    local.putItem(Events.put(Events.with(Events.item(device, 0), "large", "x".repeat(9_000))));
    KeysAndAttributes keys =
        KeysAndAttributes.builder()
            .keys(List.of(Events.key(device, 0)))
            .projectionExpression("device")
            .build();
    BatchGetItemRequest reads =
        BatchGetItemRequest.builder().requestItems(Map.of(TABLE, keys)).build();

    for (int i = 0; i < 2; i++) {
      BatchGetItemResponse answer = (BatchGetItemResponse) call(kind, reads);
      assertThat(answer.responses().get(TABLE).get(0)).containsOnlyKeys("device");
    }

    assertThatThrownBy(() -> call(kind, reads))
        .isInstanceOf(ProvisionedThroughputExceededException.class);
  }

  private static TransactWriteItem put(String device, int at) {
    return TransactWriteItem.builder()
        .put(put -> put.tableName(TABLE).item(Events.item(device, at)))
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void transaction_beyondTheUnits_isCancelledAndTakesNone(Kind kind) {
    String device = "transaction-" + kind;
    TransactWriteItem check =
        TransactWriteItem.builder()
            .conditionCheck(
                ConditionCheck.builder()
                    .tableName(TABLE)
                    .key(Events.key(device, 9))
                    .conditionExpression("attribute_not_exists(device)")
                    .build())
            .build();
    TransactWriteItemsRequest three =
        TransactWriteItemsRequest.builder()
            .transactItems(List.of(put(device, 0), check, put(device, 1)))
            .build();

    TransactionCanceledException thrown =
        catchThrowableOfType(TransactionCanceledException.class, () -> call(kind, three));

    assertThat(thrown.cancellationReasons())
        .extracting(CancellationReason::code)
        .containsExactly("None", "None", "ProvisionedThroughputExceeded");
    assertThat(thrown.statusCode()).isEqualTo(400);
    assertThat(Events.stored(local, device)).isEmpty();

    call(kind, three.toBuilder().transactItems(List.of(put(device, 0), put(device, 1))).build());
    assertThat(Events.stored(local, device)).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void transactionalGets_costTwiceAsMuch(Kind kind) {
    TransactGetItemsRequest gets =
        TransactGetItemsRequest.builder()
            .transactItems(
                List.of(
                    TransactGetItem.builder()
                        .get(get -> get.tableName(TABLE).key(Events.key("none", 1)))
                        .build()))
            .build();
    call(kind, gets);
    call(kind, gets);

    TransactionCanceledException thrown =
        catchThrowableOfType(TransactionCanceledException.class, () -> call(kind, gets));

    assertThat(thrown.cancellationReasons())
        .extracting(CancellationReason::code)
        .containsExactly("ProvisionedThroughputExceeded");
    clock.pass(Duration.ofSeconds(1));
    call(kind, gets);
  }
}
