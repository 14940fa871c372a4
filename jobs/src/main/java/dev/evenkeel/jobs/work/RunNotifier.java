package dev.evenkeel.jobs.work;

import dev.evenkeel.jobs.config.LifecycleSettings.Metrics;
import dev.evenkeel.jobs.report.EmbeddedMetrics;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports a run to operators: errors in the log, and metrics. */
record RunNotifier(Metrics metrics, InstantSource clock, Consumer<String> lines) {
  private static final Logger LOGGER = LoggerFactory.getLogger(RunNotifier.class);

  void tell(LifecycleReport report) {
    for (String table : report.prebuilt().overdue()) {
      LOGGER.error(
          "Table '{}' of series '{}' is overdue: items may come now or soon, and it does not serve. The run's report says why.",
          table,
          report.series());
    }
    if (metrics == Metrics.EMF) {
      lines.accept(EmbeddedMetrics.line(report, clock.instant()));
    }
  }
}
