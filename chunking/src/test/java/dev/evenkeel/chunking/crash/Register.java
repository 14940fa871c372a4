package dev.evenkeel.chunking.crash;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Checks the history of concurrent calls on one item for linearizability. Times are numbers that
 * are drawn before and after each call.
 */
final class Register {
  private final AtomicLong clock = new AtomicLong();
  private final List<Span> writes = new ArrayList<>();
  private final List<Span> reads = new ArrayList<>();

  /**
   * One call.
   *
   * @param value the value written or read
   */
  private record Span(String value, long start, long end) {}

  long begin() {
    return clock.incrementAndGet();
  }

  synchronized void wrote(String value, long start) {
    writes.add(new Span(value, start, clock.incrementAndGet()));
  }

  synchronized void read(String value, long start) {
    reads.add(new Span(value, start, clock.incrementAndGet()));
  }

  synchronized int writes() {
    return writes.size();
  }

  /** The time from which a write is known to have begun. */
  private record Known(long at, Span write) {}

  /** The reads and writes that no order explains. */
  synchronized List<String> wrong() {
    Map<String, Span> sources = new HashMap<>();
    writes.forEach(write -> sources.put(write.value(), write));
    Deque<Known> known = new ArrayDeque<>(known(sources));
    List<String> wrong = new ArrayList<>();
    Span latest = null;
    reads.sort(Comparator.comparingLong(Span::start));
    for (Span read : reads) {
      while (!known.isEmpty() && known.element().at() < read.start()) {
        latest = later(latest, known.remove().write());
      }
      Span source = sources.get(read.value());
      if (source == null || source.start() > read.end()) {
        wrong.add(read + " is of nobody");
      } else if (latest != null && source.end() < latest.start()) {
        wrong.add(read + " is older than " + latest);
      }
    }
    return wrong;
  }

  /** The known writes, from the ends of writes and of reads, in the order of their ends. */
  private List<Known> known(Map<String, Span> sources) {
    List<Known> known = new ArrayList<>();
    writes.forEach(write -> known.add(new Known(write.end(), write)));
    for (Span read : reads) {
      Span source = sources.get(read.value());
      if (source != null) {
        known.add(new Known(read.end(), source));
      }
    }
    known.sort(Comparator.comparingLong(Known::at));
    return known;
  }

  private static Span later(@Nullable Span one, Span other) {
    return one == null || one.start() < other.start() ? other : one;
  }
}
