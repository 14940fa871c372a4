package dev.evenkeel.timeseries.internal.plan.route;

import dev.evenkeel.core.operation.Call;
import dev.evenkeel.timeseries.internal.plan.route.Archives.Known;
import dev.evenkeel.timeseries.spec.MissingTableException;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.PeriodCoverage.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** What a read makes of tables that are not there. */
public record Absence(Call call, Series series, Instant now) {

  /**
   * How the read fails for it.
   *
   * @param archives of its periods
   * @return null if the period is read as empty
   */
  public @Nullable Throwable refused(
      PeriodTable table, Known archives, ResourceNotFoundException cause) {
    boolean isRefused =
        series.absent(table.span(), now) == State.MISSING
            && series.spec().missingTables() == MissingTablePolicy.REFUSE;
    if (!isRefused) {
      return null;
    }
    return archives.has(table)
        ? MissingTableException.archived(call.operation(), call.table(), table.name(), cause)
        : Failures.missing(call, CallerNames.of(call.table(), table), cause);
  }

  /** What it means that neither the table is there nor one that its archive was restored to. */
  public State state(PeriodTable table, Known archives) {
    return archives.has(table) ? State.ARCHIVED : series.absent(table.span(), now);
  }
}
