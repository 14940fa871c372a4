package dev.evenkeel.timeseries.spec.lifecycle;

import org.jspecify.annotations.Nullable;

/**
 * What the lifecycle remembers of a period table between its runs, in a table of its own.
 *
 * @param tableName whose
 * @param state how far it is
 * @param tableId of the table that was built or adopted; null as long as that is not known, and
 *     where an engine has none
 * @param isArchived whether a verified archive holds all of it
 */
public record LedgerEntry(
    String tableName, State state, @Nullable String tableId, boolean isArchived) {

  /** How far a period table is. */
  public enum State {
    /** It is being built; it does not serve yet. */
    BUILDING,
    /** It was active, and items could be read from it. */
    SERVING,
    /** No item may come any more, and whoever wanted to know was told. */
    RETIRED,
    /** It is to be deleted, or was. */
    DELETING
  }

  /** The same in another state. */
  public LedgerEntry in(State newState) {
    return new LedgerEntry(tableName, newState, tableId, isArchived);
  }
}
