package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.timeseries.internal.route.Series;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The input of an operation's plan.
 *
 * @param managed the series of the client
 * @param now the time of the call
 */
record SeriesTables(ManagedTables<Series> managed, Instant now) {

  /** The series that a request names; null if the table is none. */
  @Nullable Series find(@Nullable String tableName) {
    return managed.find(tableName);
  }
}
