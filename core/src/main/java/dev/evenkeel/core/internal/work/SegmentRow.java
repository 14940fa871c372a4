package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.work.SegmentTask.Page;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The stored progress of a segment. Each step makes a new row with the next fence, and is written
 * upon the row before it; so a worker that was taken for dead, or a second one, can write nothing.
 *
 * @param after the key after which to go on; null for the beginning
 * @param tally of all pages before
 * @param pages since it was cut or split
 * @param worker who holds it; null if nobody does
 * @param fence moves up with every write
 */
public record SegmentRow(
    Segment segment,
    @Nullable Map<String, AttributeValue> after,
    Tally tally,
    long pages,
    State state,
    @Nullable String worker,
    long fence) {

  /** Whether a worker is at work on it. */
  public enum State {
    /** Any worker may claim it. */
    OPEN,
    /** One worker has claimed it. */
    HELD,
    /** All its pages are done. */
    DONE
  }

  public SegmentRow {
    after = after == null ? null : Map.copyOf(after);
    if ((state == State.HELD) != (worker != null)) {
      throw new IllegalArgumentException("A segment that is held has a worker.");
    }
  }

  /** A segment of which nothing was done. */
  public static SegmentRow first(Segment segment) {
    return new SegmentRow(segment, null, Tally.NONE, 0, State.OPEN, null, 1);
  }

  /** Whether a worker holds it. */
  boolean isHeldBy(String other) {
    return Objects.equals(worker, other);
  }

  SegmentRow claimed(String by) {
    if (state == State.DONE) {
      throw new IllegalStateException("nothing is left to do");
    }
    return new SegmentRow(segment, after, tally, pages, State.HELD, by, fence + 1);
  }

  SegmentRow released() {
    return new SegmentRow(segment, after, tally, pages, State.OPEN, null, fence + 1);
  }

  /** A page was done. */
  SegmentRow paged(Page page) {
    boolean over = page.next() == null;
    return new SegmentRow(
        segment,
        page.next(),
        tally.plus(page.tally()),
        pages + 1,
        over ? State.DONE : State.HELD,
        over ? null : worker,
        fence + 1);
  }

  /**
   * Whether it may be split there: it is the range for which the bound was found, and not past it.
   */
  boolean isSplitAt(Segment.Bound bound, SegmentRow found) {
    return state == State.HELD && segment.equals(found.segment) && bound.isAbove(after);
  }

  /** Whether it is what a split left of another row, and has all that a page of that has read. */
  boolean has(Page page, SegmentRow before, SegmentTask task) {
    return page.next() != null
        && Objects.equals(after, before.after)
        && segment instanceof Segment.KeyRange range
        && task.isWithin(range, page.next());
  }

  /** The part of it that ends at a bound; its holder keeps it. */
  SegmentRow until(Segment.Bound bound) {
    return new SegmentRow(range().until(bound), after, tally, 0, state, worker, fence + 1);
  }

  /** The part of it that begins at a bound, which nobody holds. */
  SegmentRow since(Segment.Bound bound) {
    return first(range().since(bound, "%s.%d".formatted(segment.id(), fence)));
  }

  private Segment.KeyRange range() {
    return (Segment.KeyRange) segment;
  }
}
