package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.item.WriteCapacity;
import dev.evenkeel.simulator.internal.plan.cost.SimulatedTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** BatchWriteItem: each write for itself; what is throttled comes back as unprocessed. */
record BatchWrites(Tables tables, Decisions decisions) {
  Flow<BatchWriteItemResponse> write(BatchWriteItemRequest request) {
    List<@Nullable Change> changes = new ArrayList<>();
    request
        .requestItems()
        .forEach(
            (name, writes) -> writes.forEach(write -> changes.add(change(tables.of(name), write))));
    return Change.areRefused(changes, RequestLimits.BATCH_WRITES_MAX)
        ? TableCall.batchWrite(request)
        : OldItems.orders(changes)
            .then(
                orders ->
                    decisions.sorted(orders, throttled -> send(request, new HashSet<>(throttled))));
  }

  private static @Nullable Change change(@Nullable SimulatedTable table, WriteRequest write) {
    if (write.putRequest() != null) {
      return Change.put(table, write.putRequest().item(), WriteCapacity.STANDARD);
    }
    return write.deleteRequest() == null
        ? null
        : Change.delete(table, write.deleteRequest().key(), WriteCapacity.STANDARD);
  }

  private static Flow<BatchWriteItemResponse> send(
      BatchWriteItemRequest request, Set<Integer> throttled) {
    if (throttled.isEmpty()) {
      return TableCall.batchWrite(request);
    }
    Map<String, List<WriteRequest>> accepted = new LinkedHashMap<>();
    Map<String, List<WriteRequest>> left = new LinkedHashMap<>();
    int position = 0;
    for (Map.Entry<String, List<WriteRequest>> table : request.requestItems().entrySet()) {
      for (WriteRequest write : table.getValue()) {
        Map<String, List<WriteRequest>> target = throttled.contains(position++) ? left : accepted;
        target.computeIfAbsent(table.getKey(), name -> new ArrayList<>()).add(write);
      }
    }
    return TableCall.batchWrite(request.toBuilder().requestItems(accepted).build())
        .map(answer -> withUnprocessed(answer, left));
  }

  private static BatchWriteItemResponse withUnprocessed(
      BatchWriteItemResponse answer, Map<String, List<WriteRequest>> left) {
    Map<String, List<WriteRequest>> all = new LinkedHashMap<>(left);
    answer
        .unprocessedItems()
        .forEach(
            (name, writes) ->
                all.merge(
                    name,
                    writes,
                    (one, other) -> {
                      List<WriteRequest> both = new ArrayList<>(one);
                      both.addAll(other);
                      return both;
                    }));
    return answer.toBuilder().unprocessedItems(all).build();
  }
}
