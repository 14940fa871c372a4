package dev.evenkeel.sharding.internal.plan.counter;

import dev.evenkeel.core.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Machine;
import dev.evenkeel.core.internal.flow.Step;
import dev.evenkeel.core.item.CapacitySum;
import dev.evenkeel.sharding.internal.plan.layout.LogicalView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;

/**
 * Deletes rows, all at once. After a failure nothing more is sent, but what was sent is waited for:
 * an abandoned delete could land later, after an addition that was made in the meantime.
 */
final class DeleteRows
    implements Machine<DeleteItemRequest, DeleteItemResponse, DeleteItemResponse> {
  private final List<DeleteItemRequest> deletes;
  private final LogicalView view;
  private final List<DeleteItemResponse> answers = new ArrayList<>();
  private int asked;
  private int settled;
  private @Nullable Throwable failure;

  DeleteRows(List<DeleteItemRequest> deletes, LogicalView view) {
    this.deletes = deletes;
    this.view = view;
  }

  @Override
  public Step<DeleteItemRequest, DeleteItemResponse> next() {
    if (failure == null && asked < deletes.size()) {
      return Step.ask(asked, deletes.get(asked++));
    }
    if (settled < asked) {
      return Step.park();
    }
    return failure == null ? Step.finish(response()) : Step.fail(failure);
  }

  @Override
  public void onAnswer(int ticket, DeleteItemResponse answer) {
    settled++;
    answers.add(answer);
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    settled++;
    failure = failure == null ? view.failure(cause) : failure;
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
        .reduce(DeleteRows::plus)
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
