package dev.evenkeel.testkit.control;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Chance that depends on the seed, on what is drawn and for whom, and on how often that was drawn
 * before; hence not on how threads that work on different tables take turns.
 */
final class Draws {
  private final long seed;
  private final Map<String, Long> drawn = new HashMap<>();

  Draws(long seed) {
    this.seed = seed;
  }

  Duration time(TimeRange range, String what, String table) {
    long nanos = range.max().minus(range.min()).toNanos();
    long drawn = next(what, table).nextLong(nanos + 1);
    return range.min().plusMillis(Duration.ofNanos(drawn).toMillis());
  }

  double share(String what) {
    return next(what, "").nextDouble();
  }

  String id(String table) {
    SplittableRandom random = next("id", table);
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  private SplittableRandom next(String what, String table) {
    String name = what + ' ' + table;
    long number = drawn.merge(name, 1L, Long::sum);
    long ofSeed = new SplittableRandom(seed).nextLong();
    long ofName = new SplittableRandom(ofSeed + name.hashCode()).nextLong();
    return new SplittableRandom(ofName + number);
  }
}
