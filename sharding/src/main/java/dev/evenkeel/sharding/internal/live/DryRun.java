package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Flow;

/** Edits that are only tried: each is refused where the edit would be, and nothing is written. */
public final class DryRun {
  private DryRun() {}

  /** The record from which {@link LayoutEdits#ready} would go on. */
  public static Flow<LayoutRecord> ready(LayoutEdits edits, PieceBounds any) {
    return edits
        .ofTable()
        .then(now -> edits.allowed(now, any.change(edits.first(), 2)).map(one -> now))
        .then(
            now ->
                now.isOfMove()
                    ? Flow.failed(LayoutChange.hindered(edits.records(), now))
                    : Flow.of(now));
  }

  /** Whether {@link LayoutEdits#countRaised} would change anything. */
  public static Flow<Boolean> countRaised(LayoutEdits edits, CountRaise raise) {
    return edits
        .ofItemsHere()
        .then(now -> raise.possible().map(one -> now))
        .then(
            now -> {
              int count = raise.count(now);
              boolean isRefused =
                  count > raise.shards() || (count < raise.shards() && !raise.isComplete(now));
              return isRefused ? Flow.failed(raise.refusal(now)) : Flow.of(!raise.isIn(now));
            });
  }
}
