package dev.evenkeel.jobs.config;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.timeseries.LifecycleBuilder;
import dev.evenkeel.timeseries.ScheduledLifecycle;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of lifecycle runs; see {@link LifecycleBuilder}.
 *
 * @param deletes how many tables a run may delete, if the caller of the run allows deletes too
 * @param buildsMax how many it may build
 * @param budget how long it waits
 * @param leaseLength how long a dead run blocks others
 * @param clockJumpMax how much later than the run before its clock may be
 * @param interval how long {@code tables watch} pauses between two
 * @param localEngine whether DynamoDB is an emulator; null to decide by its endpoint
 * @param metrics the metrics of each run
 */
public record LifecycleSettings(
    int deletes,
    int buildsMax,
    Duration budget,
    Duration leaseLength,
    Duration clockJumpMax,
    Duration interval,
    @Nullable Boolean localEngine,
    Metrics metrics) {

  /** The defaults of the builder. */
  public static final LifecycleSettings DEFAULT =
      new LifecycleSettings(
          0,
          LifecycleBuilder.BUILDS_MAX_DEFAULT,
          LifecycleBuilder.BUDGET_DEFAULT,
          LifecycleBuilder.LEASE_LENGTH_DEFAULT,
          LifecycleBuilder.CLOCK_JUMP_MAX_DEFAULT,
          ScheduledLifecycle.INTERVAL_DEFAULT,
          null,
          Metrics.NONE);

  /** The format of metrics. */
  public enum Metrics {
    /** Not at all. */
    NONE,
    /** In CloudWatch's embedded metric format: a line of the log for each series and run. */
    EMF
  }

  /**
   * @throws IllegalArgumentException if the interval is less than a second
   */
  public LifecycleSettings {
    if (interval.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(
          "interval must be at least a second but was " + TimeText.of(interval));
    }
  }

  /**
   * Checks that {@code tables watch} builds tables before they are needed.
   *
   * @return the interval
   * @throws IllegalArgumentException if it is not less than the prebuild of every series
   */
  public Duration requirePauseWithin(List<TimeSeriesSpec> series) {
    for (TimeSeriesSpec spec : series) {
      if (interval.compareTo(spec.prebuild()) >= 0) {
        throw new IllegalArgumentException(
            "a pause of %s between runs is not less than the prebuild of '%s', %s: its next table could come too late. Choose a shorter one, or a longer prebuild"
                .formatted(TimeText.of(interval), spec.tableName(), TimeText.of(spec.prebuild())));
      }
    }
    return interval;
  }

  /** The same with another pause. */
  public LifecycleSettings every(Duration newInterval) {
    return new LifecycleSettings(
        deletes, buildsMax, budget, leaseLength, clockJumpMax, newInterval, localEngine, metrics);
  }

  /** The same with another budget. */
  public LifecycleSettings within(Duration newBudget) {
    return new LifecycleSettings(
        deletes, buildsMax, newBudget, leaseLength, clockJumpMax, interval, localEngine, metrics);
  }

  /**
   * Applies the settings to a builder.
   *
   * @param deleting whether tables may be deleted; without it none is, whatever the settings allow
   */
  public TableLifecycle.Builder on(TableLifecycle.Builder builder, boolean deleting) {
    if (localEngine != null) {
      builder.localEngine(localEngine);
    }
    return builder
        .deletes(deleting ? deletes : 0)
        .buildsMax(buildsMax)
        .budget(budget)
        .leaseLength(leaseLength)
        .clockJumpMax(clockJumpMax);
  }
}
