package dev.evenkeel.sharding.internal.heat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.operation.ShardingOperations;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What requests and their ends say of heat. */
class HeatWatchTest {
  private final ThrottlingException hotKey =
      ThrottlingException.builder()
          .throttlingReasons(
              ThrottlingReason.builder()
                  .reason("TableWriteKeyRangeThroughputExceeded")
                  .resource("arn")
                  .build())
          .build();
  private static final PutItemResponse DONE = PutItemResponse.builder().build();

  private final ShardingSpec spec =
      ShardingSpec.builder("clicks").partitionKey("pk").sortKey("sk").shards(2).build();
  private long now;
  private final TableHeat heat = new TableHeat(spec, HeatPolicy.propose(), () -> null, () -> now);
  private final List<String> due = new ArrayList<>();
  private final List<Throwable> wrong = new ArrayList<>();
  private final HeatWatch watch =
      new HeatWatch(
          ManagedTables.of(
              List.of(new ShardedTable(spec)), ShardedTable::tableName, new TableScope(null, null)),
          Map.of("clicks", heat),
          ShardingOperations::written,
          due::add,
          wrong::add);

  private static Map<String, AttributeValue> item(String key, int i) {
    return Map.of(
        "pk", AttributeValue.fromS(key), "sk", AttributeValue.fromS("t%06d".formatted(i)));
  }

  private static PutItemRequest put(int i) {
    return PutItemRequest.builder().tableName("clicks").item(item("hot", i)).build();
  }

  private static BatchWriteItemRequest batch(String first, String second, int i) {
    return BatchWriteItemRequest.builder()
        .requestItems(Map.of("clicks", List.of(write(first, 2 * i), write(second, 2 * i + 1))))
        .build();
  }

  private static WriteRequest write(String key, int i) {
    return WriteRequest.builder().putRequest(put -> put.item(item(key, i))).build();
  }

  private static TransactWriteItemsRequest transaction(int i) {
    return TransactWriteItemsRequest.builder()
        .transactItems(
            TransactWriteItem.builder()
                .put(put -> put.tableName("clicks").item(item("hot", i)))
                .build())
        .build();
  }

  /** Sends a request that ends in a way. */
  private <R> FlowStepper<R> run(DynamoDbRequest request, Flow<R> end) {
    FlowStepper<R> stepper = FlowStepper.of(watch.watched(request, Plan.of(end)).flow());
    assertThat(stepper.next()).isNull();
    return stepper;
  }

  private boolean isHot(
      IntFunction<? extends DynamoDbRequest> requests, IntFunction<Flow<?>> ends) {
    return !found(requests, ends).isEmpty();
  }

  /** What is found when requests end in a way, for twelve seconds. */
  private List<Finding.Kind> found(
      IntFunction<? extends DynamoDbRequest> requests, IntFunction<Flow<?>> ends) {
    List<Finding.Kind> found = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      now += Duration.ofMillis(10).toNanos();
      run(requests.apply(i), ends.apply(i));
      if (!due.isEmpty()) {
        due.clear();
        heat.found().forEach(each -> found.add(each.kind()));
      }
    }
    assertThat(wrong).isEmpty();
    return found;
  }

  @Test
  void watched_throttledPuts_areHot() {
    assertThat(isHot(HeatWatchTest::put, i -> i % 2 == 0 ? Flow.of(DONE) : Flow.failed(hotKey)))
        .isTrue();
  }

  @Test
  void watched_otherFailures_areNot() {
    assertThat(isHot(HeatWatchTest::put, i -> Flow.failed(ThrottlingException.builder().build())))
        .isFalse();
    assertThat(heat.watches()).isFalse();
  }

  @Test
  void watched_throttledBatchesAndTransactionsOfOneKey_areHot() {
    assertThat(
            isHot(
                i -> i % 2 == 0 ? batch("hot", "hot", i) : transaction(2 * i),
                i -> Flow.failed(hotKey)))
        .isTrue();
  }

  @Test
  void watched_throttledBatchesOfTwoKeys_tellOfNeither() {
    assertThat(isHot(i -> batch("hot", "other", i), i -> Flow.failed(hotKey))).isFalse();
  }

  @Test
  void watched_unitsThatAnswersTellOf_areHot() {
    ConsumedCapacity units =
        ConsumedCapacity.builder().tableName("clicks").capacityUnits(20.0).build();
    PutItemResponse answer = DONE.toBuilder().consumedCapacity(units).build();
    assertThat(isHot(HeatWatchTest::put, i -> Flow.of(answer))).isTrue();
  }

  /** Batches of six seconds come back and are sent again between new writes of the next six. */
  @Test
  void watched_unprocessedItems_areNoNewWritesWhenTheyComeAgain() {
    run(put(0), Flow.failed(hotKey));
    assertThat(
            found(
                i -> i < 600 || i % 2 == 0 ? batch("hot", "hot", i % 600) : put(10_000 + i),
                i -> i < 600 ? Flow.of(unprocessed(i)) : Flow.failed(hotKey)))
        .containsExactly(Finding.Kind.PROPOSE);
  }

  private static BatchWriteItemResponse unprocessed(int i) {
    return BatchWriteItemResponse.builder()
        .unprocessedItems(batch("hot", "hot", i).requestItems())
        .build();
  }

  @Test
  void watched_readsAndOtherTables_areLeftAlone() {
    Plan<String> plan = Plan.of(Flow.of("answer"));
    GetItemRequest get = GetItemRequest.builder().tableName("clicks").key(item("hot", 1)).build();
    assertThat(watch.watched(get, plan)).isSameAs(plan);
    assertThat(watch.watched(put(1).toBuilder().tableName("other").build(), plan)).isSameAs(plan);
  }

  /** A write that was refused may lie far above all others. */
  @Test
  void watched_aRefusedWriteFarAbove_doesNotEndTheRise() {
    assertThat(
            found(
                i -> i == 300 ? put(900_000) : put(i),
                i ->
                    i == 300
                        ? Flow.failed(new IllegalStateException("refused"))
                        : i % 2 == 0 ? Flow.of(DONE) : Flow.failed(hotKey)))
        .containsExactly(Finding.Kind.PROPOSE);
  }

  @Test
  void watched_aWriteFarAbove_isForAMove() {
    assertThat(
            found(
                i -> i == 300 ? put(900_000) : put(i),
                i -> i % 2 == 0 ? Flow.of(DONE) : Flow.failed(hotKey)))
        .contains(Finding.Kind.MOVE);
  }

  @Test
  void watched_severalTablesAtATime_areLookedAtEach() {
    ShardingSpec other =
        ShardingSpec.builder("views").partitionKey("pk").sortKey("sk").shards(2).build();
    TableHeat otherHeat = new TableHeat(other, HeatPolicy.propose(), () -> null, () -> now);
    HeatWatch both =
        new HeatWatch(
            ManagedTables.of(
                List.of(new ShardedTable(spec), new ShardedTable(other)),
                ShardedTable::tableName,
                new TableScope(null, null)),
            Map.of("clicks", heat, "views", otherHeat),
            ShardingOperations::written,
            due::add,
            wrong::add);
    BatchWriteItemRequest writes =
        BatchWriteItemRequest.builder()
            .requestItems(
                Map.of(
                    "clicks", List.of(write("hot", 1), write("hot", 2)),
                    "views", List.of(write("hot", 1))))
            .build();
    for (int i = 0; i < 2; i++) {
      FlowStepper.of(both.watched(writes, Plan.of(Flow.failed(hotKey))).flow()).next();
      now += TableHeat.WINDOW.toNanos();
    }
    assertThat(due).containsExactlyInAnyOrder("clicks", "views");
  }

  /** As of a machine that gives no thread for the look. */
  @Test
  void watched_anErrorOfTheLook_changesNoCall() {
    OutOfMemoryError error = new OutOfMemoryError("unable to create native thread");
    HeatWatch failing =
        new HeatWatch(
            watch.tables(),
            watch.heats(),
            watch.writes(),
            table -> {
              throw error;
            },
            wrong::add);
    run(put(0), Flow.failed(hotKey));
    now += TableHeat.WINDOW.toNanos();
    FlowStepper<PutItemResponse> stepper =
        FlowStepper.of(failing.watched(put(1), Plan.of(Flow.of(DONE))).flow());
    assertThat(stepper.next()).isNull();
    assertThat(stepper.result()).isSameAs(DONE);
    assertThat(wrong).containsExactly(error);
  }

  @Test
  void watched_whatGoesWrongHere_changesNoCall() {
    IntStream.range(0, 3).forEach(i -> run(put(i), Flow.failed(hotKey)));
    PutItemRequest odd =
        put(4).toBuilder()
            .item(Map.of("pk", AttributeValue.fromS("hot"), "sk", AttributeValue.fromN("1")))
            .build();
    assertThat(run(odd, Flow.of(DONE)).result()).isSameAs(DONE);
    assertThat(run(odd, Flow.failed(hotKey)).failure()).isSameAs(hotKey);
    assertThat(wrong).isNotEmpty();
  }
}
