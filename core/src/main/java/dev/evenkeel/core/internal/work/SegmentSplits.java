package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.work.Segment.Bound;
import java.util.List;
import java.util.Optional;

/** Splits a range that another lane holds, for one that has nothing to do. */
record SegmentSplits(WorkRun rows, SegmentTask task) {
  /** A range is split after so many pages, so that splits cost little beside them. */
  static final int PAGES = 8;

  /** Splits the first that can be; false if none is. */
  Flow<Boolean> of(List<SegmentRow> held) {
    for (SegmentRow row : held) {
      if (row.pages() >= PAGES && row.segment() instanceof Segment.KeyRange range) {
        return task.middle(range, row.after())
            .recover(Throttles::isThrottleOfAny, failure -> Flow.of(Optional.empty()))
            .then(bound -> bound.isEmpty() ? Flow.of(false) : split(row, bound.get()));
      }
    }
    return Flow.of(false);
  }

  /** Its holder went on meanwhile. */
  private Flow<Boolean> split(SegmentRow found, Bound bound) {
    return rows.segment(found.segment().id())
        .then(
            now ->
                now.filter(row -> row.isSplitAt(bound, found)).isPresent()
                    ? rows.split(now.get(), bound)
                    : Flow.of(false));
  }
}
