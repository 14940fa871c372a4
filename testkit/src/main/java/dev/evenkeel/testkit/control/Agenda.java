package dev.evenkeel.testkit.control;

import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** What will happen, in the order of its time, and of its entry among the same times. */
final class Agenda {
  private final PriorityQueue<Due> dues =
      new PriorityQueue<>(Comparator.comparing(Due::at).thenComparing(Due::number));
  private long number;

  Due add(Instant at, Runnable event) {
    Due due = new Due(at, number++, event);
    dues.add(due);
    return due;
  }

  /** Takes it off, if it is still there. */
  void remove(Due due) {
    dues.remove(due);
  }

  /** Takes what is next up to {@code time}; null if nothing is. */
  @Nullable Due next(Instant time) {
    Due first = dues.peek();
    return first == null || first.at.isAfter(time) ? null : dues.poll();
  }

  record Due(Instant at, long number, Runnable event) {}
}
