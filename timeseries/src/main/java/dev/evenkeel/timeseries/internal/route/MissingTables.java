package dev.evenkeel.timeseries.internal.route;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.timeseries.internal.route.ArchiveLookup.Archives;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage.State;
import dev.evenkeel.timeseries.spec.MissingTableException;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** The treatment of missing tables in a read. */
public record MissingTables(Call call, Series series, Instant now) {

  /**
   * The failure of the read for a table.
   *
   * @param archives of the periods
   * @return null if the period is read as empty
   */
  public @Nullable Throwable refused(
      PeriodTable table, Archives archives, ResourceNotFoundException cause) {
    boolean isRefused =
        series.absent(table.span(), now) == State.MISSING
            && series.spec().missingTables() == MissingTablePolicy.REFUSE;
    return isRefused ? failure(table, archives, cause) : null;
  }

  /** The failure for a table, whatever its period: rows that an item names are never empty. */
  public Throwable failure(PeriodTable table, Archives archives, ResourceNotFoundException cause) {
    return archives.has(table)
        ? MissingTableException.archived(call.operation(), call.table(), table.name(), cause)
        : new MissingTableException(call.operation(), call.table(), List.of(table.name()), cause);
  }

  /** The state of a period whose table is not there, nor one that its archive was restored to. */
  public State state(PeriodTable table, Archives archives) {
    return archives.has(table) ? State.ARCHIVED : series.absent(table.span(), now);
  }
}
