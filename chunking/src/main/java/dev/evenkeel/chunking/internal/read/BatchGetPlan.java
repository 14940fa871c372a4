package dev.evenkeel.chunking.internal.read;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.item.CapacitySum;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.LegacyParameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * BatchGetItem over tables managed or not. Items whose values would pass what is read at a time
 * come back as unprocessed keys, which DynamoDB may return for any key as well; one item with
 * values comes at least. Unprocessed keys are as the caller wrote them.
 */
public final class BatchGetPlan {
  private final BatchGetItemRequest request;
  private final Map<String, ItemRead> reads;

  private BatchGetPlan(BatchGetItemRequest request, Map<String, ItemRead> reads) {
    this.request = request;
    this.reads = reads;
  }

  /**
   * Plans a BatchGetItem.
   *
   * @param tables finds what is managed of a table as requests name it; null if nothing is
   * @return null if the request is to be sent as it is
   */
  public static @Nullable Flow<BatchGetItemResponse> of(
      Function<String, @Nullable Hydrator> tables, BatchGetItemRequest request) {
    Map<String, ItemRead> reads = new LinkedHashMap<>();
    request
        .requestItems()
        .forEach(
            (table, asked) -> {
              Hydrator hydrator = tables.apply(table);
              ItemRead read = hydrator == null ? null : read(hydrator, table, asked);
              if (read != null && !read.isPlain()) {
                reads.put(table, read);
              }
            });
    if (reads.isEmpty()) {
      return null;
    }
    BatchGetPlan plan = new BatchGetPlan(request, reads);
    return CallerSettings.of(request)
        .run(
            TableCall.batchGet(plan.sent())
                .then(response -> new BatchGetAnswer(request, reads, response).flow()),
            BatchGetPlan::withCapacity);
  }

  private static ItemRead read(Hydrator hydrator, String table, KeysAndAttributes asked) {
    Call call = new Call("BatchGetItem", table);
    LegacyParameters.refuse(call, asked);
    return ItemRead.of(
        hydrator, call, asked.projectionExpression(), asked.expressionAttributeNames());
  }

  private BatchGetItemRequest sent() {
    if (reads.values().stream().allMatch(read -> read.projection().isAsAsked())) {
      return request;
    }
    Map<String, KeysAndAttributes> items = new LinkedHashMap<>(request.requestItems());
    reads.forEach(
        (table, read) -> items.computeIfPresent(table, (name, asked) -> sent(read, asked)));
    return request.toBuilder().requestItems(items).build();
  }

  private static KeysAndAttributes sent(ItemRead read, KeysAndAttributes asked) {
    return read.projection().isAsAsked()
        ? asked
        : asked.toBuilder()
            .projectionExpression(read.text())
            .expressionAttributeNames(read.names())
            .build();
  }

  private static BatchGetItemResponse withCapacity(
      BatchGetItemResponse response, List<ConsumedCapacity> used) {
    return used.isEmpty()
        ? response
        : response.toBuilder().consumedCapacity(CapacitySum.perTable(used)).build();
  }
}
