package dev.evenkeel.sharding.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.sharding.internal.operation.Planned;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Batches on tables of plain keys, where a determinant stands beside the key. */
class PlainBatchPlanTest {
  private static final Map<String, AttributeValue> KEY =
      Map.of("pk", AttributeValue.fromS("a"), "sk", AttributeValue.fromS("1"));
  private static final Map<String, AttributeValue> BESIDE =
      Map.of(
          "pk", AttributeValue.fromS("a"),
          "sk", AttributeValue.fromS("1"),
          "det", AttributeValue.fromS("d"));

  private static BatchWriteItemRequest both(Map<String, AttributeValue> deleted) {
    WriteRequest both =
        WriteRequest.builder()
            .putRequest(put -> put.item(BESIDE))
            .deleteRequest(delete -> delete.key(deleted))
            .build();
    return BatchWriteItemRequest.builder().requestItems(Map.of("plain", List.of(both))).build();
  }

  @Test
  void batchWrite_putAndDeleteInOne_staysBothForDynamoDbToRefuse() {
    ShardingSpec plain =
        ShardingSpec.builder("plain")
            .partitionKey("pk")
            .sortKey("sk")
            .shards(1)
            .selector(ShardSelector.hashOf("det"))
            .build();
    Plan<BatchWriteItemResponse> plan =
        Objects.requireNonNull(Planned.planner(plain).plan(both(BESIDE)));

    List<FlowStepper.Ask> asks = FlowStepper.of(plan.flow()).asks();
    assertThat(asks).hasSize(1);
    assertThat(((TableCall<?>) asks.get(0).request()).request()).isEqualTo(both(KEY));
  }
}
