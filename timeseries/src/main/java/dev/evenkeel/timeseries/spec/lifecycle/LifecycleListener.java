package dev.evenkeel.timeseries.spec.lifecycle;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Receives the results of scheduled runs, on the thread of the run. */
public interface LifecycleListener {
  /** A run over one series has ended; its report may contain failures. */
  void onReport(LifecycleReport report);

  /** A run ended without reports. The schedule continues. */
  void onFailure(Throwable failure);

  /**
   * Logs reports: as an error what has failed or is overdue, as a warning what is left to the next
   * run, as information what was done, the rest for debugging.
   */
  static LifecycleListener logging() {
    Logger logger = LoggerFactory.getLogger(LifecycleListener.class);
    return new LifecycleListener() {
      @Override
      public void onReport(LifecycleReport report) {
        if (report.hasFailed()) {
          logger.error("Tables of '{}':\n{}", report.series(), report, report.failure());
        } else if (!report.isComplete()) {
          logger.warn("Tables of '{}':\n{}", report.series(), report, report.failure());
        } else if (!report.outcomes().isEmpty()) {
          logger.info("Tables of '{}':\n{}", report.series(), report);
        } else {
          logger.debug("Tables of '{}':\n{}", report.series(), report);
        }
      }

      @Override
      public void onFailure(Throwable failure) {
        logger.error("A run over period tables failed; the next comes all the same.", failure);
      }
    };
  }
}
