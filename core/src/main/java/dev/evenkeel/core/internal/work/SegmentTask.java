package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.pace.PacedFlows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What a pass does with each page of a table.
 *
 * <p>A page may be done twice, or by two workers at a time: by one that was taken for dead, or
 * after a split that it had passed. Only one of them is counted. So doing it twice must be
 * harmless.
 */
public interface SegmentTask {

  /**
   * Cuts the table. The same number gives the same segments, since several processes may cut at a
   * time.
   *
   * @param segments how many are wanted; a hint
   */
  List<Segment> cut(int segments);

  /**
   * Reads one page and does with it what the pass is for.
   *
   * @param after the key after which the page begins; null for the beginning of the segment
   */
  Flow<Page> page(Segment segment, @Nullable Map<String, AttributeValue> after, Turn turn);

  /** The same, for tasks that need to know how many pages were saved before. */
  default Flow<Page> page(SegmentRow row, Turn turn) {
    return page(row.segment(), row.after(), turn);
  }

  /**
   * Whether a page reads and does nothing else. So the first one of a segment may be done before it
   * is sure that the worker gets that; {@link Turn#holds} does not tell yet.
   */
  default boolean onlyReads() {
    return false;
  }

  /**
   * Where to split what is left of a segment: above {@code after}, and at or below its last item.
   *
   * @return nothing if it is not worth while, or not possible
   */
  default Flow<Optional<Segment.Bound>> middle(
      Segment.KeyRange segment, @Nullable Map<String, AttributeValue> after) {
    return Flow.of(Optional.empty());
  }

  /**
   * Whether a range, of which a part was split off while a page was done, still has all that the
   * page has read. Such a page is saved; another one is done again.
   *
   * @param next of the page
   */
  default boolean isWithin(Segment.KeyRange segment, Map<String, AttributeValue> next) {
    return false;
  }

  /**
   * The end of a page.
   *
   * @param next the key after which the next page begins; null if the segment ends here
   * @param note what is to be kept of this page, in the same transaction that saves it: of a page
   *     that is done twice only one note is there. Null for nothing
   */
  record Page(
      @Nullable Map<String, AttributeValue> next,
      Tally tally,
      @Nullable Map<String, AttributeValue> note) {

    /** Without a note. */
    public Page(@Nullable Map<String, AttributeValue> next, Tally tally) {
      this(next, tally, null);
    }
  }

  /**
   * The means for a page.
   *
   * @param pace sends requests in their turn; those that do not go through it cost nothing
   * @param items how many items to read, so that a page does not take long; from 1. It changes with
   *     the rate
   * @param holds whether the worker still has the segment: asked before something is done that is
   *     not undone if the page is not saved
   * @param stops whether the worker is to stop: asked by a page that waits for throttles itself,
   *     since it would have to begin again; it fails with the throttle then. The worker waits for
   *     those of other pages
   */
  record Turn(
      PacedFlows pace, IntSupplier items, Supplier<Flow<Boolean>> holds, BooleanSupplier stops) {

    /** The means for a page of which nobody else can take the segment. */
    public Turn(PacedFlows pace, int itemsMax) {
      this(pace, () -> itemsMax, () -> Flow.of(true), () -> true);
    }

    /** How many items to read, as it is now. */
    public int itemsMax() {
      return items.getAsInt();
    }

    /** The limit for a request; null if there is none. */
    public @Nullable Integer limit() {
      int most = itemsMax();
      return most == Integer.MAX_VALUE ? null : most;
    }
  }
}
