package dev.evenkeel.sharding.internal.counter;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.layout.LogicalView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/**
 * DeleteItem on a counter: all its rows, at once. After a failure the others are waited for, too:
 * an abandoned delete could land later, after an addition that was made in the meantime.
 */
public final class CounterDeletePlan {
  private CounterDeletePlan() {}

  public static Plan<DeleteItemResponse> of(CounterTable table, DeleteItemRequest request) {
    Call call = new Call("DeleteItem", request.tableName());
    call.refuseLegacy(request);
    if (request.conditionExpression() != null) {
      throw call.refuse(
          "a condition would be asked of each row, which holds a part of the counter",
          "Read the counter before, and delete it without a condition");
    }
    ReturnValue returned = request.returnValues();
    if (returned != null && returned != ReturnValue.NONE) {
      throw call.refuse(
          "ReturnValues "
              + request.returnValuesAsString()
              + " of several deletes would be lost if one of them failed",
          "Leave it out; to take counts away without losing any, count under a new key from time to"
              + " time and read the old one");
    }
    CounterKey key = CounterKey.of(call, table, request.key());
    LogicalView view = table.view();
    List<Flow<DeleteItemResponse>> deletes =
        key.rows().stream()
            .map(row -> TableCall.delete(request.toBuilder().key(row).build()))
            .map(delete -> delete.mapFailure(view::failure))
            .toList();
    return Plan.of(
        Flow.awaitAll(deletes)
            .map(answers -> response(view, answers))
            .step(CounterDeletePlan.class, "delete"));
  }

  private static DeleteItemResponse response(LogicalView view, List<DeleteItemResponse> answers) {
    List<ConsumedCapacity> capacity =
        answers.stream()
            .map(DeleteItemResponse::consumedCapacity)
            .filter(Objects::nonNull)
            .toList();
    DeleteItemResponse.Builder response =
        DeleteItemResponse.builder()
            .consumedCapacity(CapacitySum.of(capacity))
            .itemCollectionMetrics(metrics(view, answers));
    ResponseMetadata.copy(answers.get(0), response);
    return response.build();
  }

  /** The collections of all rows as one: their estimates added up. Null if not reported. */
  private static @Nullable ItemCollectionMetrics metrics(
      LogicalView view, List<DeleteItemResponse> answers) {
    return answers.stream()
        .map(DeleteItemResponse::itemCollectionMetrics)
        .filter(Objects::nonNull)
        .map(view::metrics)
        .reduce(CounterDeletePlan::plus)
        .orElse(null);
  }

  private static ItemCollectionMetrics plus(
      ItemCollectionMetrics left, ItemCollectionMetrics right) {
    List<Double> sum = new ArrayList<>();
    for (int i = 0; i < left.sizeEstimateRangeGB().size(); i++) {
      sum.add(left.sizeEstimateRangeGB().get(i) + right.sizeEstimateRangeGB().get(i));
    }
    return left.toBuilder().sizeEstimateRangeGB(sum).build();
  }
}
