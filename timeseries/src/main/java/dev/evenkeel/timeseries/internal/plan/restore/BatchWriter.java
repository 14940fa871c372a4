package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.explain.LeastUnits;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.value.Slices;
import dev.evenkeel.core.internal.work.SegmentTask.Turn;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Writes the items of one page, batch by batch. Before each request it looks whether the worker
 * still has the segment; if not, it leaves the rest out: somebody else writes it, or has written
 * it. What throttles keep out is left for the next call, which sends nothing else.
 *
 * <p>In a slice it also looks whether that is over. What is not sent by then is left. The first
 * batch of all passes unless it would have to wait, so that each page gets on. The look fails where
 * the right to write is lost.
 */
final class BatchWriter {
  /** AWS, BatchWriteItem: at most 16 MB too, which so many items of 400 KB stay below. */
  static final int ITEMS_MAX = RequestLimits.BATCH_WRITES_MAX;

  /** Well below the 30 seconds after which others take a worker's segment. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** Each takes that long at most, and between pages the worker looks at its stop and the table. */
  private static final int TRIES = 3;

  private final String tableName;
  private final UnaryOperator<Throwable> explained;
  private final int items;
  private List<WriteRequest> left;
  private boolean isBegun;
  private boolean isLost;

  /**
   * @param explained gives the failure that says what one of a write means
   */
  BatchWriter(
      String tableName,
      UnaryOperator<Throwable> explained,
      List<Map<String, AttributeValue>> items) {
    this.tableName = tableName;
    this.explained = explained;
    this.items = items.size();
    this.left = items.stream().map(BatchWriter::write).toList();
  }

  /** How many items the page has. */
  int items() {
    return items;
  }

  /** Whether the worker had lost the segment, so that items were left out. */
  boolean isLost() {
    return isLost;
  }

  /**
   * Writes what is left. Fails with a throttle if some tries do not get all of it in, and may then
   * be called again: who writes waits for that outside, as long as it lasts, and may stop.
   */
  Flow<Done> put(Turn turn) {
    return put(turn, () -> Flow.of(false));
  }

  /** The same until a slice is over. */
  Flow<Done> put(Turn turn, Supplier<Flow<Boolean>> isOver) {
    return put(turn, isOver, 1);
  }

  private Flow<Done> put(Turn turn, Supplier<Flow<Boolean>> isOver, int tries) {
    return each(batch -> sentInTurn(turn, isOver, batch))
        .then(
            outside -> {
              int before = left.size();
              left = outside.stream().flatMap(List::stream).toList();
              return left.isEmpty()
                  ? Flow.done()
                  : left.size() == before || tries == TRIES
                      ? Flow.failed(throttled())
                      : Flow.ask(Retries.pause(0)).then(paused -> put(turn, isOver, tries + 1));
            });
  }

  /** Does something with all writes that are left, batch by batch, side by side. */
  private <T> Flow<List<T>> each(Function<List<WriteRequest>, Flow<T>> action) {
    return Flow.awaitAll(
        Slices.of(left, ITEMS_MAX).stream()
            .map(batch -> Flow.defer(() -> action.apply(batch)))
            .toList());
  }

  private static WriteRequest write(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
  }

  /**
   * Looks when the turn of the request has come, so that nothing is waited for between both. Where
   * the look itself is throttled, other batches may have got in: this one is left.
   */
  private Flow<List<WriteRequest>> sentInTurn(
      Turn turn, Supplier<Flow<Boolean>> isOver, List<WriteRequest> batch) {
    BatchWriteItemRequest request =
        BatchWriteItemRequest.builder()
            .requestItems(Map.of(tableName, batch))
            .overrideConfiguration(one -> one.apiCallTimeout(LONGEST))
            .build();
    return turn.pace()
        .whole(
            () ->
                isLate(isOver)
                    .then(late -> late ? Flow.of(batch) : sentIfHeld(turn, request, batch)),
            LeastUnits.of(request).write().asDouble(),
            isOver)
        .recover(Throttles::isThrottle, failure -> Flow.of(batch));
  }

  private Flow<Boolean> isLate(Supplier<Flow<Boolean>> isOver) {
    boolean isFirst = !isBegun;
    isBegun = true;
    return isOver.get().map(over -> over && !isFirst);
  }

  private Flow<List<WriteRequest>> sentIfHeld(
      Turn turn, BatchWriteItemRequest request, List<WriteRequest> batch) {
    return turn.holds().get().then(held -> held ? sent(turn, request, batch) : lost());
  }

  /** The SDK may repeat a throttled batch for very long by itself: its end counts as a throttle. */
  private Flow<List<WriteRequest>> sent(
      Turn turn, BatchWriteItemRequest request, List<WriteRequest> batch) {
    return TableCall.batchWrite(request)
        .map(answer -> answer.unprocessedItems().getOrDefault(tableName, List.of()))
        .recover(
            failure -> {
              if (failure instanceof ApiCallTimeoutException) {
                turn.pace().throttled();
                return Flow.of(batch);
              }
              return Flow.failed(explained.apply(failure));
            });
  }

  private Flow<List<WriteRequest>> lost() {
    isLost = true;
    return Flow.of(List.of());
  }

  private Throwable throttled() {
    return ProvisionedThroughputExceededException.builder()
        .message("%d writes to table '%s' did not get in".formatted(left.size(), tableName))
        .build();
  }
}
