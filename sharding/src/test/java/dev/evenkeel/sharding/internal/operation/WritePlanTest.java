package dev.evenkeel.sharding.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * Parts of answers that DynamoDB Local does not have: item collection metrics, and the caller's
 * configuration.
 */
class WritePlanTest {
  private static final Map<String, AttributeValue> KEY = Map.of("pk", fromS("a"), "sk", fromS("1"));
  private static final Map<String, AttributeValue> PHYSICAL =
      Map.of("pk", fromS("a.1"), "sk", fromS("1"));
  private static final ItemCollectionMetrics METRICS =
      ItemCollectionMetrics.builder()
          .itemCollectionKey(Map.of("pk", fromS("a.1")))
          .sizeEstimateRangeGB(0.0, 1.0)
          .build();

  private static ShardedTable table(ShardSelector selector) {
    return new ShardedTable(
        ShardingSpec.builder("t")
            .partitionKey("pk")
            .sortKey("sk")
            .shards(2)
            .selector(selector)
            .uniqueSortKeys()
            .build());
  }

  private static final UpdateItemRequest UPDATE =
      UpdateItemRequest.builder()
          .tableName("t")
          .key(KEY)
          .overrideConfiguration(c -> c.putHeader("x-of", "caller"))
          .build();

  @Test
  void update_itemCollectionMetrics_nameTheLogicalKey() {
    for (ShardSelector selector : List.of(ShardSelector.hashOf("sk"), ShardSelector.random())) {
      List<DynamoDbRequest> sent = new ArrayList<>();
      UpdateItemResponse response =
          (UpdateItemResponse) run(UpdateItem.of(table(selector), UPDATE), sent);
      assertThat(response.itemCollectionMetrics().itemCollectionKey())
          .isEqualTo(Map.of("pk", fromS("a")));
      assertThat(sent)
          .allMatch(
              request ->
                  request.overrideConfiguration().orElseThrow().headers().containsKey("x-of"));
    }
  }

  @Test
  void delete_itemCollectionMetrics_nameTheLogicalKey() {
    DeleteItemRequest delete = DeleteItemRequest.builder().tableName("t").key(KEY).build();
    for (ShardSelector selector : List.of(ShardSelector.hashOf("sk"), ShardSelector.random())) {
      DeleteItemResponse response =
          (DeleteItemResponse) run(DeleteItem.of(table(selector), delete), new ArrayList<>());
      assertThat(response.itemCollectionMetrics().itemCollectionKey())
          .isEqualTo(Map.of("pk", fromS("a")));
      assertThat(response.itemCollectionMetrics().sizeEstimateRangeGB()).containsExactly(0.0, 1.0);
    }
  }

  private static Object run(Plan<?> plan, List<DynamoDbRequest> sent) {
    return SyncRunner.create()
        .run(
            plan.flow(),
            request -> {
              DynamoDbRequest asked = ((TableCall<?>) request).request();
              sent.add(asked);
              return answer(asked);
            },
            Deadline.NONE);
  }

  private static DynamoDbResponse answer(DynamoDbRequest request) {
    if (request instanceof BatchGetItemRequest) {
      return BatchGetItemResponse.builder().responses(Map.of("t", List.of(PHYSICAL))).build();
    }
    return request instanceof UpdateItemRequest
        ? UpdateItemResponse.builder().itemCollectionMetrics(METRICS).build()
        : DeleteItemResponse.builder().itemCollectionMetrics(METRICS).build();
  }
}
