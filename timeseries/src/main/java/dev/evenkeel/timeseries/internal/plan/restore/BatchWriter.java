package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.explain.LeastUnits;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.pace.Throttles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Writes items in paced batches and retries unprocessed items. */
final class BatchWriter {
  /** AWS, BatchWriteItem: at most 25 puts and 16 MB, which 25 items of 400 KB stay below. */
  static final int ITEMS_MAX = 25;

  private final String tableName;
  private final PacedFlows paced;

  BatchWriter(String tableName, PacedFlows paced) {
    this.tableName = tableName;
    this.paced = paced;
  }

  /** Writes all of them, side by side. */
  Flow<Done> put(List<Map<String, AttributeValue>> items) {
    List<WriteRequest> writes = items.stream().map(BatchWriter::write).toList();
    return each(writes, this::untilDone).map(done -> Done.DONE);
  }

  /** Does something with all writes, batch by batch, side by side. */
  static <T> Flow<List<T>> each(
      List<WriteRequest> writes, Function<List<WriteRequest>, Flow<T>> action) {
    List<Flow<T>> batches = new ArrayList<>();
    for (int from = 0; from < writes.size(); from += ITEMS_MAX) {
      List<WriteRequest> batch = writes.subList(from, Math.min(writes.size(), from + ITEMS_MAX));
      batches.add(Flow.defer(() -> action.apply(batch)));
    }
    return Flow.awaitAll(batches);
  }

  static WriteRequest write(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
  }

  private Flow<Done> untilDone(List<WriteRequest> batch) {
    return Retries.untilDone(batch, this::send, Retries.JOB_MAX, this::stuck);
  }

  private Flow<List<WriteRequest>> send(List<WriteRequest> batch) {
    return sent(batch, null);
  }

  /**
   * Sends a batch once.
   *
   * @param longest the time after which it counts as throttled, as the SDK may wait for very long
   *     by itself; null for any
   * @return what throttles have kept out
   */
  Flow<List<WriteRequest>> sent(List<WriteRequest> batch, @Nullable Duration longest) {
    BatchWriteItemRequest.Builder request =
        BatchWriteItemRequest.builder().requestItems(Map.of(tableName, batch));
    if (longest != null) {
      request.overrideConfiguration(one -> one.apiCallTimeout(longest));
    }
    BatchWriteItemRequest built = request.build();
    return paced
        .<BatchWriteItemResponse>send(built, LeastUnits.of(built).write().asDouble())
        .map(answer -> answer.unprocessedItems().getOrDefault(tableName, List.of()))
        .recover(
            failure ->
                Throttles.isThrottle(failure)
                        || (longest != null && failure instanceof ApiCallTimeoutException)
                    ? Flow.of(batch)
                    : Flow.failed(failure));
  }

  private Throwable stuck(int times) {
    return new DecoratorException(
        "DynamoDB left writes to table '%s' unprocessed %d times in a row. Give it more capacity, or restore more slowly, and run again: what is written stays written."
            .formatted(tableName, times));
  }
}
