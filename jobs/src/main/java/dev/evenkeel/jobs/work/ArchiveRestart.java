package dev.evenkeel.jobs.work;

import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.SeriesStatus;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;

/** Restarts the archive of one table, and reports the next steps. */
final class ArchiveRestart {
  private ArchiveRestart() {}

  static String of(TableLifecycle lifecycle, TimeSeriesSpec series, String tableName) {
    lifecycle.restartArchive(tableName);
    return lifecycle.status().stream()
        .filter(status -> status.series().equals(series.tableName()))
        .map(status -> next(status, tableName))
        .findFirst()
        .orElseThrow();
  }

  private static String next(SeriesStatus status, String tableName) {
    if (status.tables().stream().noneMatch(table -> table.name().equals(tableName))) {
      return "There is no table %s, so nothing is archived. What was archived of it stays."
          .formatted(tableName);
    }
    if (status.ledger().stream()
        .anyMatch(entry -> entry.tableName().equals(tableName) && entry.isArchived())) {
      return "The archive of %s is verified and as it was, and is left alone.".formatted(tableName);
    }
    return status.plan().actions().stream()
            .anyMatch(
                action ->
                    action instanceof TableAction.Archive && action.tableName().equals(tableName))
        ? "The next run begins a new archive of %s.".formatted(tableName)
        : "Nothing of %s is archived yet: a run begins its archive when that is due."
            .formatted(tableName);
  }
}
