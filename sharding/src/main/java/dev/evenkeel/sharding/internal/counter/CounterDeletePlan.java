package dev.evenkeel.sharding.internal.counter;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.AddressedItem;
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
 * DeleteItem on a counter: all its rows, at once. After a failure nothing more is sent, but what
 * was sent is waited for: an abandoned delete could land later, after an addition that was made in
 * the meantime.
 */
public final class CounterDeletePlan {
  private final LogicalView view;
  private final List<DeleteItemResponse> answers = new ArrayList<>();
  private @Nullable Throwable failure;

  private CounterDeletePlan(LogicalView view) {
    this.view = view;
  }

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
    AddressedItem<CounterTable> key = AddressedItem.of(call, table, request.key());
    List<DeleteItemRequest> deletes =
        key.onAllShards().stream().map(row -> request.toBuilder().key(row).build()).toList();
    return Plan.of(
        Flow.defer(() -> new CounterDeletePlan(table.view()).all(deletes))
            .step(CounterDeletePlan.class, "delete"));
  }

  private Flow<DeleteItemResponse> all(List<DeleteItemRequest> deletes) {
    return Flow.awaitAll(deletes.stream().map(this::one).toList())
        .then(ended -> failure == null ? Flow.of(response()) : Flow.failed(failure));
  }

  private Flow<Done> one(DeleteItemRequest delete) {
    return TableCall.delete(delete)
        .atResult(answers::add)
        .map(answer -> Done.DONE)
        .recover(
            cause -> {
              failure = failure == null ? view.failure(cause) : failure;
              return Flow.done();
            });
  }

  private DeleteItemResponse response() {
    List<ConsumedCapacity> capacity =
        answers.stream()
            .map(DeleteItemResponse::consumedCapacity)
            .filter(Objects::nonNull)
            .toList();
    DeleteItemResponse.Builder response =
        DeleteItemResponse.builder()
            .consumedCapacity(CapacitySum.of(capacity))
            .itemCollectionMetrics(metrics());
    ResponseMetadata.copy(answers.get(0), response);
    return response.build();
  }

  /** The collections of all rows as one: their estimates added up. Null if not reported. */
  private @Nullable ItemCollectionMetrics metrics() {
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
