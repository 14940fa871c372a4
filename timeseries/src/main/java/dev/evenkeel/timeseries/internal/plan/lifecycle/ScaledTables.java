package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Which tables somebody else scales.
 *
 * @param tables those that are
 * @param isKnown whether all are told; else none may be lowered
 */
public record ScaledTables(Set<String> tables, boolean isKnown) {
  /** Nobody does. */
  static final ScaledTables NONE = new ScaledTables(Set.of(), true);

  /** Nobody could tell. */
  static final ScaledTables UNKNOWN = new ScaledTables(Set.of(), false);

  /** Asks which of these are. */
  public record Ask(List<ObservedTable> tables) implements Request<Set<String>> {}

  static Flow<ScaledTables> among(Collection<ObservedTable> tables) {
    return Flow.ask(new Ask(List.copyOf(tables))).map(names -> new ScaledTables(names, true));
  }
}
