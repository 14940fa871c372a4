package dev.evenkeel.timeseries.internal.plan.route;

import dev.evenkeel.core.operation.Call;
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
   * @return null if the period is read as empty
   */
  public @Nullable Throwable refused(PeriodTable table, ResourceNotFoundException cause) {
    return state(table) == State.MISSING
            && series.spec().missingTables() == MissingTablePolicy.REFUSE
        ? Failures.missing(call, CallerNames.of(call.table(), table), cause)
        : null;
  }

  /** What it means that the table is not there. */
  public State state(PeriodTable table) {
    return series.absent(table.span(), now);
  }
}
