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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Writes items in paced batches and retries unprocessed items. */
final class BatchWriter {
  /** AWS, BatchWriteItem: at most 25 puts and 16 MB, which 25 items of 400 KB stay below. */
  static final int ITEMS_MAX = 25;

  /** Well below the 30 seconds after which others take a worker's segment. */
  private static final Duration SHARED_TIMEOUT = Duration.ofSeconds(10);

  private final String tableName;
  private final PacedFlows paced;
  private final @Nullable Supplier<Flow<Boolean>> holds;

  BatchWriter(String tableName, PacedFlows paced) {
    this(tableName, paced, null);
  }

  /**
   * @param holds asked before each request: whether to send it. Where it says no, the rest is left
   *     out: somebody else writes it, or has written it
   */
  BatchWriter(String tableName, PacedFlows paced, @Nullable Supplier<Flow<Boolean>> holds) {
    this.tableName = tableName;
    this.paced = paced;
    this.holds = holds;
  }

  /** Writes all of them, side by side. */
  Flow<Done> put(List<Map<String, AttributeValue>> items) {
    List<Flow<Done>> batches = new ArrayList<>();
    for (int from = 0; from < items.size(); from += ITEMS_MAX) {
      List<WriteRequest> batch =
          items.subList(from, Math.min(items.size(), from + ITEMS_MAX)).stream()
              .map(BatchWriter::write)
              .toList();
      batches.add(Flow.defer(() -> untilDone(batch)));
    }
    return Flow.awaitAll(batches).map(done -> Done.DONE);
  }

  private static WriteRequest write(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
  }

  private Flow<Done> untilDone(List<WriteRequest> batch) {
    return Retries.untilDone(batch, this::send, Retries.JOB_MAX, this::stuck);
  }

  private Flow<List<WriteRequest>> send(List<WriteRequest> batch) {
    BatchWriteItemRequest request =
        BatchWriteItemRequest.builder().requestItems(Map.of(tableName, batch)).build();
    if (holds == null) {
      return send(request, batch);
    }
    BatchWriteItemRequest bounded =
        request.toBuilder().overrideConfiguration(o -> o.apiCallTimeout(SHARED_TIMEOUT)).build();
    return holds.get().then(held -> held ? send(bounded, batch) : Flow.of(List.of()));
  }

  /** Ends with what is left. */
  private Flow<List<WriteRequest>> send(BatchWriteItemRequest request, List<WriteRequest> batch) {
    return paced
        .<BatchWriteItemResponse>send(request, LeastUnits.of(request).write().asDouble())
        .map(answer -> answer.unprocessedItems().getOrDefault(tableName, List.of()))
        .recover(failure -> Throttles.isThrottle(failure) ? Flow.of(batch) : Flow.failed(failure));
  }

  private Throwable stuck(int times) {
    return new DecoratorException(
        "DynamoDB left writes to table '%s' unprocessed %d times in a row. Give it more capacity, or restore more slowly, and run again: what is written stays written."
            .formatted(tableName, times));
  }
}
