package dev.evenkeel.timeseries.micrometer;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.timeseries.spec.lifecycle.LifecycleListener;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Prebuilt;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reports to a Micrometer registry how far ahead period tables are built; {@code docs/metrics.md}
 * lists the meters, each with the tag {@code series}.
 *
 * <p>The seconds to the next boundary without a table go by when they are read, so that they fall
 * also where no run comes any more. Safe for use by several threads.
 */
@SuppressWarnings("exports") // the library is optional, so no module is made to read it
public final class MicrometerLifecycleListener implements LifecycleListener {
  private final MeterRegistry registry;
  private final InstantSource clock;
  private final Map<String, Prebuilt> prebuiltBySeries = new ConcurrentHashMap<>();

  private MicrometerLifecycleListener(MeterRegistry registry, InstantSource clock) {
    this.registry = requireNonNull(registry);
    this.clock = requireNonNull(clock);
  }

  /** A listener that goes by the system's clock. */
  public static MicrometerLifecycleListener of(MeterRegistry registry) {
    return of(registry, InstantSource.system());
  }

  /** A listener that goes by the clock of the lifecycle. */
  public static MicrometerLifecycleListener of(MeterRegistry registry, InstantSource clock) {
    return new MicrometerLifecycleListener(registry, clock);
  }

  /** Values that a run did not determine keep their last value. */
  @Override
  public void onReport(LifecycleReport report) {
    runs(report.series(), report.hasFailed()).increment();
    if (report.prebuilt().boundary() != null
        && prebuiltBySeries.put(report.series(), report.prebuilt()) == null) {
      gauges(report.series());
    }
  }

  @Override
  public void onFailure(Throwable failure) {
    runs("all", true).increment();
  }

  private Counter runs(String series, boolean hasFailed) {
    return Counter.builder("evenkeel.table.runs")
        .description("Runs over the period tables of a series")
        .tag("series", series)
        .tag("outcome", hasFailed ? "failed" : "succeeded")
        .register(registry);
  }

  private void gauges(String series) {
    Gauge.builder("evenkeel.overdue.tables", () -> prebuilt(series).overdue().size())
        .description("Tables that items may come for now or soon, and that do not serve")
        .tag("series", series)
        .register(registry);
    Gauge.builder("evenkeel.seconds.to.next.boundary.without.table", () -> seconds(series))
        .description("Until a period begins that no table serves; negative if it has begun")
        .tag("series", series)
        .register(registry);
  }

  private Prebuilt prebuilt(String series) {
    return prebuiltBySeries.getOrDefault(series, Prebuilt.UNKNOWN);
  }

  private double seconds(String series) {
    Duration left = prebuilt(series).untilBoundary(clock.instant());
    return left == null ? Double.NaN : left.toSeconds();
  }
}
