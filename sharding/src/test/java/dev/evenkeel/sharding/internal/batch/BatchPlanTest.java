package dev.evenkeel.sharding.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner;
import dev.evenkeel.sharding.internal.query.ReadAheads;
import dev.evenkeel.sharding.internal.query.UnshardedItems;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Batches and their answers as scripts, without an engine. */
class BatchPlanTest {
  private static final ShardingSpec DRAWN =
      ShardingSpec.builder("drawn")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(16)
          .selector(ShardSelector.rotating())
          .uniqueSortKeys()
          .build();
  private static final ShardingPlanner PLANNER =
      new ShardingPlanner(
          List.of(DRAWN),
          List.of(),
          List.of(),
          new TableScope(null, null),
          ReadAheads.NONE,
          UnshardedItems.NONE);

  private static Map<String, AttributeValue> key(String pk, int sk) {
    return Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromS("s" + sk));
  }

  private static List<Map<String, AttributeValue>> keys(String pk, int count) {
    return IntStream.range(0, count).mapToObj(i -> key(pk, i)).toList();
  }

  private static KeysAndAttributes get(List<Map<String, AttributeValue>> keys) {
    return KeysAndAttributes.builder().keys(keys).consistentRead(true).build();
  }

  private static WriteRequest put(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(put -> put.item(item)).build();
  }

  private static WriteRequest delete(Map<String, AttributeValue> key) {
    return WriteRequest.builder().deleteRequest(delete -> delete.key(key)).build();
  }

  private static <R> FlowStepper<R> plan(DynamoDbRequest request) {
    Plan<R> plan = Objects.requireNonNull(PLANNER.plan(request));
    return FlowStepper.of(plan.flow());
  }

  /** Everything the plan asks until it waits. */
  private static List<DynamoDbRequest> asked(FlowStepper<?> plan) {
    List<DynamoDbRequest> asked = new ArrayList<>();
    for (FlowStepper.Ask ask : plan.asks()) {
      asked.add(((TableCall<?>) ask.request()).request());
    }
    return asked;
  }

  @Test
  void plan_onlyPlainTables_leavesTheRequestAlone() {
    assertThat(
            PLANNER.<Object>plan(
                BatchGetItemRequest.builder()
                    .requestItems(Map.of("plain", get(keys("a", 1))))
                    .build()))
        .isNull();
  }

  @Test
  void batchGet_hundredProbes_fillsHundredsBehindOneImageOfTheRequest() {
    KeysAndAttributes plain = get(keys("p", 10));
    BatchGetItemRequest request =
        BatchGetItemRequest.builder()
            .requestItems(Map.of("drawn", get(keys("a", 90)), "plain", plain))
            .overrideConfiguration(c -> c.putHeader("trace", "t1"))
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();
    List<DynamoDbRequest> asked = asked(plan(request));

    assertThat(asked).hasSize(1 + (90 * 15 + 99) / 100);
    BatchGetItemRequest first = (BatchGetItemRequest) asked.get(0);
    assertThat(first.requestItems().get("plain")).isSameAs(plain);
    assertThat(first.requestItems().get("drawn").keys()).hasSize(90);
    assertThat(asked.subList(1, asked.size()))
        .allSatisfy(
            one -> assertThat(((BatchGetItemRequest) one).requestItems()).containsOnlyKeys("drawn"))
        .allSatisfy(
            one ->
                assertThat(one.overrideConfiguration()).isEqualTo(request.overrideConfiguration()))
        .allSatisfy(
            one ->
                assertThat(((BatchGetItemRequest) one).returnConsumedCapacity())
                    .isEqualTo(ReturnConsumedCapacity.TOTAL));
  }

  @Test
  void batchGet_overDynamoDbsLimit_sendsOneRequestForDynamoDbToRefuse() {
    BatchGetItemRequest request =
        BatchGetItemRequest.builder().requestItems(Map.of("drawn", get(keys("a", 101)))).build();
    List<DynamoDbRequest> asked = asked(plan(request));

    assertThat(asked).hasSize(1);
    assertThat(((BatchGetItemRequest) asked.get(0)).requestItems().get("drawn").keys())
        .hasSize(101);
  }

  @Test
  void batchWrite_drawnDeletes_sendsTheImageFirstAndThenTheOtherShards() {
    List<WriteRequest> writes = new ArrayList<>(List.of(put(key("a", 100))));
    keys("a", 4).forEach(key -> writes.add(delete(key)));
    FlowStepper<BatchWriteItemResponse> plan =
        plan(BatchWriteItemRequest.builder().requestItems(Map.of("drawn", writes)).build());

    List<DynamoDbRequest> first = asked(plan);
    plan.answer(1, BatchWriteItemResponse.builder().build());
    List<DynamoDbRequest> rest = asked(plan);

    assertThat(first).hasSize(1);
    assertThat(sizes(first)).containsExactly(25);
    assertThat(sizes(rest)).containsExactly(25, 15);
  }

  private static List<Integer> sizes(List<DynamoDbRequest> requests) {
    return requests.stream()
        .map(one -> ((BatchWriteItemRequest) one).requestItems().get("drawn").size())
        .toList();
  }

  @Test
  void batchWrite_laterSubRequestThrottled_reportsItsDeletesInTheCallersObjects() {
    WriteRequest put = put(key("a", 9));
    List<WriteRequest> writes = List.of(put, delete(key("a", 1)), delete(key("a", 2)));
    FlowStepper<BatchWriteItemResponse> plan =
        plan(BatchWriteItemRequest.builder().requestItems(Map.of("drawn", writes)).build());
    asked(plan);
    plan.answer(1, BatchWriteItemResponse.builder().build());
    assertThat(asked(plan)).hasSize(1);
    plan.fail(2, BatchFailures.throttled());

    BatchWriteItemResponse response = result(plan);
    assertThat(response.unprocessedItems().get("drawn"))
        .satisfiesExactly(one -> assertThat(one).isSameAs(writes.get(2)));
  }

  @Test
  void batchWrite_answers_comeBackLogicalAndSummed() {
    FlowStepper<BatchWriteItemResponse> plan =
        plan(
            BatchWriteItemRequest.builder()
                .requestItems(Map.of("drawn", keys("a", 2).stream().map(k -> delete(k)).toList()))
                .build());
    BatchWriteItemRequest first = (BatchWriteItemRequest) asked(plan).get(0);
    Map<String, AttributeValue> physical =
        first.requestItems().get("drawn").get(0).deleteRequest().key();
    BatchWriteItemResponse answer =
        BatchWriteItemResponse.builder()
            .itemCollectionMetrics(
                Map.of(
                    "drawn",
                    List.of(
                        ItemCollectionMetrics.builder()
                            .itemCollectionKey(Map.of("pk", physical.get("pk")))
                            .sizeEstimateRangeGB(0.0, 1.0)
                            .build())))
            .consumedCapacity(capacity("drawn", 2), capacity("plain", 1))
            .build();
    plan.answer(1, answer);
    asked(plan);
    plan.answer(2, answer);

    BatchWriteItemResponse response = result(plan);
    assertThat(response.itemCollectionMetrics().get("drawn"))
        .extracting(ItemCollectionMetrics::itemCollectionKey)
        .containsOnly(Map.of("pk", AttributeValue.fromS("a")));
    assertThat(response.consumedCapacity())
        .extracting(ConsumedCapacity::tableName, ConsumedCapacity::capacityUnits)
        .containsExactly(tuple("drawn", 4.0), tuple("plain", 2.0));
  }

  private static ConsumedCapacity capacity(String table, double units) {
    return ConsumedCapacity.builder().tableName(table).capacityUnits(units).build();
  }

  @Test
  void batchGet_laterThrottled_leavesOnlyItsKeysUnprocessed() {
    KeysAndAttributes drawn = get(keys("a", 10));
    FlowStepper<BatchGetItemResponse> plan =
        plan(BatchGetItemRequest.builder().requestItems(Map.of("drawn", drawn)).build());
    assertThat(asked(plan)).hasSize(2);
    plan.answer(1, BatchGetItemResponse.builder().build());
    plan.fail(2, BatchFailures.throttled());

    BatchGetItemResponse response = result(plan);
    assertThat(response.unprocessedKeys())
        .containsExactly(Map.entry("drawn", get(keys("a", 10).subList(6, 10))));
  }

  @Test
  void batchGet_answerOfAForeignKey_isNotTakenForAnything() {
    FlowStepper<BatchGetItemResponse> plan =
        plan(
            BatchGetItemRequest.builder().requestItems(Map.of("drawn", get(keys("a", 1)))).build());
    asked(plan);
    plan.answer(
        1,
        BatchGetItemResponse.builder().responses(Map.of("drawn", List.of(key("b#1", 0)))).build());

    assertThat(plan.next()).isNull();
    assertThat(plan.failure())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the answer to a batch on table 'drawn' holds a key that was not asked for");
  }

  @Test
  void batchGet_tableOfAFamilyThatIsMadeAnewBeforeTheAnswer_isKnownByItsName() {
    ShardingPlanner planner =
        new ShardingPlanner(
            List.of(),
            List.of(),
            List.of(ShardedTable.family(name -> name.startsWith("day-"), DRAWN)),
            new TableScope(null, null),
            ReadAheads.NONE,
            UnshardedItems.NONE);
    Map<String, AttributeValue> key = key("a", 1);
    Plan<BatchGetItemResponse> of =
        Objects.requireNonNull(
            planner.plan(
                BatchGetItemRequest.builder()
                    .requestItems(Map.of("day-0", get(List.of(key))))
                    .build()));
    FlowStepper<BatchGetItemResponse> plan = FlowStepper.of(of.flow());
    BatchGetItemRequest asked = (BatchGetItemRequest) asked(plan).get(0);
    for (int day = 1; day < 5_000; day++) { // until the first is forgotten
      planner.plan(GetItemRequest.builder().tableName("day-" + day).key(key).build());
    }
    List<Map<String, AttributeValue>> physical = asked.requestItems().get("day-0").keys();
    plan.answer(
        1,
        BatchGetItemResponse.builder().responses(Map.of("day-0", physical.subList(0, 1))).build());

    assertThat(result(plan).responses()).isEqualTo(Map.of("day-0", List.of(key)));
  }

  private static <R> R result(FlowStepper<R> plan) {
    assertThat(plan.next()).isNull();
    return plan.result();
  }
}
