package dev.evenkeel.core.internal.work;

import java.util.List;

/**
 * How far a pass is.
 *
 * @param segments how many there are
 * @param done how many of them are at their end
 * @param tally of all pages that were saved
 */
public record WorkTotal(int segments, int done, Tally tally) {

  /** The total of all segments of a pass. */
  public static WorkTotal of(List<SegmentRow> rows) {
    return new WorkTotal(
        rows.size(),
        (int) rows.stream().filter(row -> row.state() == SegmentRow.State.DONE).count(),
        rows.stream().map(SegmentRow::tally).reduce(Tally.NONE, Tally::plus));
  }

  /** Whether nothing is left to do; false of a pass that has not begun. */
  public boolean isDone() {
    return segments > 0 && done == segments;
  }
}
