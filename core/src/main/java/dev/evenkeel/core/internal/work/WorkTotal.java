package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.work.Segment.KeyRange;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The progress of a pass.
 *
 * @param segments how many there are
 * @param done how many of them are at their end
 * @param missing how many parts of the table have no row, or not for all they hold: rows are taken
 *     away one by one, and a process may die at it
 * @param tally of all pages that were saved
 */
public record WorkTotal(int segments, int done, int missing, Tally tally) {

  /** The total of a pass that has not begun. */
  public static final WorkTotal NONE = new WorkTotal(0, 0, 0, Tally.NONE);

  /**
   * The total of all segments of a pass.
   *
   * @param cut the segments that there were in the beginning
   */
  static WorkTotal of(List<SegmentRow> rows, List<Segment> cut) {
    Set<Segment> there = rows.stream().map(SegmentRow::segment).collect(Collectors.toSet());
    Map<PlacePart, KeyRange> places =
        there.stream()
            .filter(KeyRange.class::isInstance)
            .map(KeyRange.class::cast)
            .collect(Collectors.toMap(PlacePart::of, place -> place, (one, other) -> one));
    return new WorkTotal(
        rows.size(),
        (int) rows.stream().filter(row -> row.state() == SegmentRow.State.DONE).count(),
        (int) cut.stream().filter(part -> !isWhole(part, there, places)).count(),
        rows.stream().map(SegmentRow::tally).reduce(Tally.NONE, Tally::plus));
  }

  /** Where a range of a partition key begins. */
  private record PlacePart(AttributeValue place, @Nullable AttributeValue from) {
    static PlacePart of(KeyRange range) {
      return new PlacePart(range.partition(), range.from());
    }
  }

  /** A range may have been split: its parts follow one another up to its end. */
  private static boolean isWhole(
      Segment part, Set<Segment> there, Map<PlacePart, KeyRange> places) {
    if (!(part instanceof KeyRange whole)) {
      return there.contains(part);
    }
    KeyRange next = places.get(PlacePart.of(whole));
    for (int parts = 0; next != null && parts < there.size(); parts++) {
      AttributeValue end = next.to();
      if (end == null || Objects.equals(end, whole.to())) {
        return Objects.equals(end, whole.to());
      }
      next = places.get(new PlacePart(whole.partition(), end));
    }
    return false;
  }

  /** Whether all of the table was gone through; false of a pass that has not begun. */
  public boolean isDone() {
    return segments > 0 && isOver();
  }

  /** Whether no row is left to work on, though some may be missing. */
  public boolean isIdle() {
    return done == segments && segments + missing > 0;
  }

  private boolean isOver() {
    return done == segments && missing == 0;
  }
}
