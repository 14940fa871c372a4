package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.work.SegmentTask.Turn;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Writes the items of one page. Before each request it looks whether the worker still has the
 * segment; if not, it leaves the rest out: somebody else writes it, or has written it.
 */
final class SharedWriter {
  /** Well below the 30 seconds after which others take a worker's segment. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** Each takes that long at most, and between pages the worker looks at its stop and the table. */
  private static final int TRIES = 3;

  private final OwnTarget target;
  private List<WriteRequest> left;
  private boolean isLost;

  SharedWriter(OwnTarget target, List<WriteRequest> items) {
    this.target = target;
    this.left = items;
  }

  /** Whether the worker had lost the segment, so that items were left out. */
  boolean isLost() {
    return isLost;
  }

  /**
   * Writes what is left. Fails with a throttle if some tries do not get all of it in, and may then
   * be called again: the worker waits for that, as long as it lasts or until it is stopped.
   */
  Flow<Done> put(Turn turn) {
    return put(turn, 1);
  }

  private Flow<Done> put(Turn turn, int tries) {
    return BatchWriter.each(left, batch -> sentIfHeld(turn, batch))
        .then(
            outside -> {
              int before = left.size();
              left = outside.stream().flatMap(List::stream).toList();
              return left.isEmpty()
                  ? Flow.done()
                  : left.size() == before || tries == TRIES
                      ? Flow.failed(throttled())
                      : Flow.ask(Retries.pause(0)).then(paused -> put(turn, tries + 1));
            });
  }

  /**
   * Looks when the turn of the request has come, so that nothing is waited for between both. Where
   * the look itself is throttled, other batches may have got in: this one is left.
   */
  private Flow<List<WriteRequest>> sentIfHeld(Turn turn, List<WriteRequest> batch) {
    BatchWriteItemRequest request =
        BatchWriter.request(target.name(), batch)
            .overrideConfiguration(one -> one.apiCallTimeout(LONGEST))
            .build();
    return turn.pace()
        .whole(
            () -> turn.holds().get().then(held -> held ? sent(turn, request, batch) : lost()),
            BatchWriter.units(request))
        .recover(failure -> Throttles.isThrottle(failure) ? Flow.of(batch) : Flow.failed(failure));
  }

  /** The SDK may repeat a throttled batch for very long by itself: its end counts as a throttle. */
  private Flow<List<WriteRequest>> sent(
      Turn turn, BatchWriteItemRequest request, List<WriteRequest> batch) {
    return TableCall.batchWrite(request)
        .map(answer -> BatchWriter.unprocessed(target.name(), answer))
        .recover(
            failure -> {
              if (failure instanceof ApiCallTimeoutException) {
                turn.pace().throttled();
                return Flow.of(batch);
              }
              return Flow.failed(target.explained(failure));
            });
  }

  private Flow<List<WriteRequest>> lost() {
    isLost = true;
    return Flow.of(List.of());
  }

  private Throwable throttled() {
    return ProvisionedThroughputExceededException.builder()
        .message("%d writes to table '%s' did not get in".formatted(left.size(), target.name()))
        .build();
  }
}
