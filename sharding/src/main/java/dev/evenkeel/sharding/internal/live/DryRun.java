package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;

/** Edits that are only tried: each is refused where the edit would be, and nothing is written. */
public final class DryRun {
  private DryRun() {}

  /** The record from which {@link LayoutEdits#ready} would go on. */
  public static Flow<LayoutRecord> ready(LayoutEdits edits, PieceBounds any) {
    return ofTable(edits)
        .then(now -> edits.regions().require(now, any.change(edits.first(), 2)).map(one -> now))
        .then(
            now ->
                now.isOfMove()
                    ? Flow.failed(LayoutChange.hindered(edits.records(), now))
                    : Flow.of(now));
  }

  /** Whether {@link LayoutEdits#countRaised} would change anything. */
  public static Flow<Boolean> countRaised(LayoutEdits edits, CountRaise raise) {
    return ofTable(edits)
        .then(
            now -> {
              int count = raise.count(now);
              if (count > raise.shards() || (count < raise.shards() && !raise.isComplete(now))) {
                return Flow.failed(
                    new LayoutChangeException(
                        Reason.OVERTAKEN,
                        edits.tableName(),
                        raise.isComplete(now)
                            ? "The count is %d already. Take one above.".formatted(count)
                            : "A raise to %d is not complete. Raise to that count first, which completes it."
                                .formatted(count)));
              }
              return Flow.of(!raise.isIn(now));
            });
  }

  private static Flow<LayoutRecord> ofTable(LayoutEdits edits) {
    return edits
        .read()
        .then(now -> edits.regions().requireTable(now, edits.key()).map(fits -> now));
  }
}
