package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.work.SegmentTask.Turn;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Writes the items of one page. Before each request it looks whether the worker still has the
 * segment; if not, it leaves the rest out: somebody else writes it, or has written it.
 */
final class SharedWriter {
  /** Well below the 30 seconds after which others take a worker's segment. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final OwnTarget target;
  private List<WriteRequest> left;

  SharedWriter(OwnTarget target, List<WriteRequest> items) {
    this.target = target;
    this.left = items;
  }

  /**
   * Writes what is left, as long as some of it gets in. Fails with a throttle if none does, and may
   * then be called again: the worker waits for that, as long as it lasts or until it is stopped.
   */
  Flow<Done> put(Turn turn) {
    BatchWriter writer = new BatchWriter(target.name(), turn.pace());
    return BatchWriter.each(left, batch -> sentIfHeld(turn, writer, batch))
        .then(
            outside -> {
              int before = left.size();
              left = outside.stream().flatMap(List::stream).toList();
              return left.isEmpty()
                  ? Flow.done()
                  : left.size() == before
                      ? Flow.failed(throttled())
                      : Flow.ask(Retries.pause(0)).then(paused -> put(turn));
            });
  }

  /** Where the look itself is throttled, other batches may have got in: this one is left. */
  private Flow<List<WriteRequest>> sentIfHeld(
      Turn turn, BatchWriter writer, List<WriteRequest> batch) {
    return turn.holds()
        .get()
        .then(held -> held ? sent(writer, batch) : Flow.of(List.of()))
        .recover(failure -> Throttles.isThrottle(failure) ? Flow.of(batch) : Flow.failed(failure));
  }

  private Flow<List<WriteRequest>> sent(BatchWriter writer, List<WriteRequest> batch) {
    return writer.sent(batch, LONGEST).recover(failure -> Flow.failed(target.explained(failure)));
  }

  private Throwable throttled() {
    return ProvisionedThroughputExceededException.builder()
        .message("none of %d writes to table '%s' got in".formatted(left.size(), target.name()))
        .build();
  }
}
