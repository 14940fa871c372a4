package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.explain.LeastUnits;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.pace.Throttles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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

  /** Sends a batch once, and ends with what throttles have kept out. */
  private Flow<List<WriteRequest>> send(List<WriteRequest> batch) {
    BatchWriteItemRequest request = request(tableName, batch).build();
    return paced
        .<BatchWriteItemResponse>send(request, units(request))
        .map(answer -> unprocessed(tableName, answer))
        .recover(failure -> Throttles.isThrottle(failure) ? Flow.of(batch) : Flow.failed(failure));
  }

  static BatchWriteItemRequest.Builder request(String tableName, List<WriteRequest> batch) {
    return BatchWriteItemRequest.builder().requestItems(Map.of(tableName, batch));
  }

  /** The write units that a batch costs at least. */
  static double units(BatchWriteItemRequest request) {
    return LeastUnits.of(request).write().asDouble();
  }

  static List<WriteRequest> unprocessed(String tableName, BatchWriteItemResponse answer) {
    return answer.unprocessedItems().getOrDefault(tableName, List.of());
  }

  private Throwable stuck(int times) {
    return new DecoratorException(
        "DynamoDB left writes to table '%s' unprocessed %d times in a row. Give it more capacity, or restore more slowly, and run again: what is written stays written."
            .formatted(tableName, times));
  }
}
