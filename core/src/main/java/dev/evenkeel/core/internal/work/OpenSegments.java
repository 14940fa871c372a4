package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.work.SegmentRow.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The segments that nobody held at the last look, for all lanes of a worker. Other workers take
 * some of them meanwhile.
 */
final class OpenSegments {
  /**
   * A look costs a read unit for so many segments, and a claim that comes too late at least one.
   */
  private static final int SEGMENTS_OF_A_UNIT = 12;

  private final Deque<SegmentRow> open = new ArrayDeque<>();
  private int segments;
  private int late;

  /** Notes what a look has found, and gives what is left to do of it. */
  List<SegmentRow> looked(List<SegmentRow> rows) {
    List<SegmentRow> left = new ArrayList<>();
    rows.stream().filter(row -> row.state() != State.DONE).forEach(left::add);
    Collections.shuffle(left); // so that workers do not run after one another
    open.clear();
    left.stream().filter(row -> row.state() == State.OPEN).forEach(open::add);
    segments = rows.size();
    late = 0;
    return left;
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  /** One of them, which is none of them any more; null if there is none. */
  @Nullable SegmentRow poll() {
    return open.poll();
  }

  /** One of them if no claim has come too late since the look; null otherwise. */
  @Nullable SegmentRow pollSure() {
    return late == 0 ? open.poll() : null;
  }

  /** A claim came too late. Where many do, it is time for another look. */
  void tooLate() {
    late++;
    if (late > segments / SEGMENTS_OF_A_UNIT) {
      open.clear();
    }
  }
}
