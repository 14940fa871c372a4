package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * The tables that are scaled by others, such as Application Auto Scaling.
 *
 * @param tables the scaled tables
 * @param isKnown whether the set is complete; otherwise no table may be lowered
 */
public record ScaledTables(Set<String> tables, boolean isKnown) {
  /** No table is. */
  static final ScaledTables NONE = new ScaledTables(Set.of(), true);

  /** Unknown. */
  static final ScaledTables UNKNOWN = new ScaledTables(Set.of(), false);

  /** Asks which of these tables are scaled by others. */
  public record Ask(List<ObservedTable> tables) implements Request<Set<String>> {}

  static Flow<ScaledTables> among(Collection<ObservedTable> tables) {
    return Flow.ask(new Ask(List.copyOf(tables))).map(names -> new ScaledTables(names, true));
  }
}
