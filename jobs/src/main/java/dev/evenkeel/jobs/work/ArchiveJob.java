package dev.evenkeel.jobs.work;

import dev.evenkeel.jobs.report.ArchivesReport;
import dev.evenkeel.jobs.report.CatalogueReport;
import dev.evenkeel.jobs.report.RestoreRunReport;
import dev.evenkeel.jobs.report.RunReport;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.FoundArchive;
import dev.evenkeel.timeseries.spec.archive.FoundArchive.Standing;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.SeriesStatus;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import java.util.List;

/** Archives and restores the period tables of a {@link SeriesJob}, and does nothing else. */
public final class ArchiveJob {
  private final SeriesJob series;

  ArchiveJob(SeriesJob series) {
    this.series = series;
  }

  /** Archives the tables that are due; runs no other action. */
  public RunReport run() {
    series.prepare();
    return series.reported("tables archive", series.lifecycle().archive());
  }

  /**
   * The verified archives that there are.
   *
   * @throws JobException if the control table is not there
   */
  public ArchivesReport list() {
    series.requireControlTable();
    return new ArchivesReport(series.lifecycle().archives());
  }

  /**
   * Looks for archives that the catalogue has lost. Creates a missing control table only if it will
   * get an archive.
   *
   * @param applying whether they are written down again
   */
  public CatalogueReport rebuildCatalogue(boolean applying) {
    boolean isThere = series.isControlTableThere();
    if (applying && isThere) {
      return new CatalogueReport(false, series.lifecycle().rebuildCatalogue());
    }
    List<FoundArchive> found = series.looking(isThere).planCatalogue();
    if (applying && found.stream().anyMatch(one -> one.standing() == Standing.LOST)) {
      series.prepare();
      return new CatalogueReport(false, series.lifecycle().rebuildCatalogue());
    }
    return new CatalogueReport(!applying, found);
  }

  /**
   * Continues a restore, or begins it.
   *
   * @throws JobException if no series has a period of that name, or the control table is not there
   */
  public RestoreRunReport restore(RestoreOrder order) {
    series.requirePeriod(order.tableName());
    series.requireControlTable();
    return new RestoreRunReport(order.tableName(), series.lifecycle().restore(order));
  }

  /**
   * Forgets an archive that is under way or could not be verified.
   *
   * @return the action of the next run, in a sentence
   * @throws JobException if no series has a period of that name, or the control table is not there
   */
  public String restart(String tableName) {
    TimeSeriesSpec spec = series.requirePeriod(tableName);
    series.requireControlTable();
    TableLifecycle lifecycle = series.lifecycle();
    lifecycle.restartArchive(tableName);
    return lifecycle.status().stream()
        .filter(status -> status.series().equals(spec.tableName()))
        .map(status -> next(status, tableName))
        .findFirst()
        .orElseThrow();
  }

  private static String next(SeriesStatus status, String tableName) {
    if (status.ledger().stream()
        .anyMatch(entry -> entry.tableName().equals(tableName) && entry.isArchived())) {
      return "The archive of %s is verified and as it was, and the table has no more items. It is left alone. If items were replaced since, raise the 'lateness' of the series for a run: it gives the archive up."
          .formatted(tableName);
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
