package dev.evenkeel.jobs.config;

import dev.evenkeel.chunking.SweeperBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The settings of sweeps; see {@link SweeperBuilder}.
 *
 * @param unitsPerSecond capacity units to spend; null without a limit
 * @param concurrency how much is worked on at a time
 */
public record SweepSettings(@Nullable Double unitsPerSecond, int concurrency) {
  /** The defaults of the builder. */
  public static final SweepSettings DEFAULT =
      new SweepSettings(null, SweeperBuilder.CONCURRENCY_DEFAULT);
}
