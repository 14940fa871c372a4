package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.core.internal.work.Tally;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The running totals of one step of a deep sweep. */
final class DeepTally {
  private final Map<Count, Long> counts = new EnumMap<>(Count.class);

  /** What is counted: see {@link DeepSweepReport}. */
  enum Count {
    ROWS("rowsSeen"),
    OBJECTS("objectsSeen"),
    LIVE("live"),
    YOUNG("young"),
    IN_HAND("inHand"),
    CHUNKED_NOTED("chunkedNoted"),
    OBJECTS_NOTED("objectsNoted"),
    ABORTED("uploadsAborted"),
    UNDECIDABLE("undecidable"),
    FOREIGN("foreign");

    private final String stored;

    /**
     * @param stored its name in the tally of a shared pass
     */
    Count(String stored) {
      this.stored = stored;
    }

    long in(Tally tally) {
      return tally.other(stored);
    }
  }

  void add(Count count) {
    add(count, 1);
  }

  void add(Count count, long more) {
    counts.merge(count, more, Long::sum);
  }

  long get(Count count) {
    return counts.getOrDefault(count, 0L);
  }

  long seen() {
    return get(Count.ROWS) + get(Count.OBJECTS);
  }

  /** The same as the tally of a page of a shared pass. */
  Tally shared() {
    Map<String, Long> named = new LinkedHashMap<>();
    for (Count count : Count.values()) {
      named.put(count.stored, get(count));
    }
    return Tally.of(seen(), named);
  }

  static DeepSweepReport report(
      boolean dryRun, @Nullable String nextCursor, ToLongFunction<Count> counts) {
    return new DeepSweepReport(
        dryRun,
        nextCursor,
        counts.applyAsLong(Count.ROWS),
        counts.applyAsLong(Count.OBJECTS),
        counts.applyAsLong(Count.LIVE),
        counts.applyAsLong(Count.YOUNG),
        counts.applyAsLong(Count.IN_HAND),
        counts.applyAsLong(Count.CHUNKED_NOTED),
        counts.applyAsLong(Count.OBJECTS_NOTED),
        counts.applyAsLong(Count.ABORTED),
        counts.applyAsLong(Count.UNDECIDABLE),
        counts.applyAsLong(Count.FOREIGN));
  }
}
