package dev.evenkeel.testkit.control;

import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The scheduled events, in the order of time and then of entry. */
final class Agenda {
  private final PriorityQueue<Due> dues =
      new PriorityQueue<>(Comparator.comparing(Due::at).thenComparing(Due::number));
  private long number;

  Due add(Instant at, Runnable event) {
    Due due = new Due(at, number++, event);
    dues.add(due);
    return due;
  }

  /** Removes an event, if it is still scheduled. */
  void remove(Due due) {
    dues.remove(due);
  }

  /** Removes the next event up to {@code time}; null if there is none. */
  @Nullable Due next(Instant time) {
    Due first = dues.peek();
    return first == null || first.at.isAfter(time) ? null : dues.poll();
  }

  record Due(Instant at, long number, Runnable event) {}
}
