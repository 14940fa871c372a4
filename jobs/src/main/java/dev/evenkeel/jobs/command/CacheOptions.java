package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.simulator.advise.CacheAdvisor;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the caches that a trace is replayed through. */
final class CacheOptions {
  private static final Duration TIME_MAX = Duration.ofDays(365);

  @Option(
      names = "--hit-ratio",
      paramLabel = "PART",
      description =
          "the part of a trace's reads that a cache is to answer, such as 0.9: tells the bytes that"
              + " it needs")
  private @Nullable Double hitRatio;

  @Option(
      names = "--time-to-live",
      paramLabel = "LENGTH",
      description = "the most that a cache's answers are old, such as 30s; 10s by default")
  private @Nullable String timeToLive;

  @Option(
      names = "--popular",
      paramLabel = "READS",
      description = "so many reads of an item make a cache keep it; 3 by default")
  private @Nullable Integer popular;

  @Option(
      names = "--popular-within",
      paramLabel = "LENGTH",
      description = "the time in which they come; 1m by default")
  private @Nullable String within;

  boolean areGiven() {
    return hitRatio != null || timeToLive != null || popular != null || within != null;
  }

  /** The hit ratio that is wanted; null for none. */
  @Nullable Double hitRatio() {
    if (hitRatio != null && !(hitRatio > 0 && hitRatio <= 1)) {
      throw new JobException(
          "--hit-ratio must be above 0 and at most 1 but was %s.".formatted(hitRatio));
    }
    return hitRatio;
  }

  CacheAdvisor advisor() {
    CacheAdvisor usual = CacheAdvisor.create();
    if (popular != null && popular < 1) {
      throw new JobException("--popular must be 1 or more but was %d.".formatted(popular));
    }
    return CacheAdvisor.with(
        length("--time-to-live", timeToLive, usual.timeToLive()),
        popular == null ? usual.popularAt() : popular,
        length("--popular-within", within, usual.popularWithin()));
  }

  private static Duration length(String option, @Nullable String text, Duration usual) {
    Duration length = text == null ? usual : LengthOption.parse(option, text);
    if (length.isNegative() || length.isZero() || length.compareTo(TIME_MAX) > 0) {
      throw new JobException(
          "%s must be longer than nothing and at most 365d but was %s.".formatted(option, text));
    }
    return length;
  }
}
