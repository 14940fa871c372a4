package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.TableSetting;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ledger entry of a period table, stored in the control table between runs.
 *
 * @param tableName the table
 * @param period its period
 * @param state how far it is
 * @param tableId of the table that was built or adopted; null as long as that is not known, and
 *     where an engine has none
 * @param created when that table was created; null as long as that is not known
 * @param isAnnounced whether its settings were made and the hooks were called with it
 * @param isArchived whether a verified archive holds all of it
 * @param isFrozen whether its archive has begun, or is made: no item may come by the spec of then
 * @param lacking the settings of the template that its engine was seen not to have
 * @param fence of the run that wrote this; a run with a smaller one cannot write any more
 */
public record LedgerEntry(
    String tableName,
    TimeSpan period,
    State state,
    @Nullable String tableId,
    @Nullable Instant created,
    boolean isAnnounced,
    boolean isArchived,
    boolean isFrozen,
    Set<TableSetting> lacking,
    long fence) {

  /** The state of a period table. */
  public enum State {
    /** It is being built; it does not serve yet. */
    BUILDING,
    /** It was active and answered a read. */
    SERVING,
    /** It accepts no more items, and the hooks were called. */
    RETIRED,
    /** It is to be deleted, or was. */
    DELETING
  }

  /** Copies the set, in the order of the settings. */
  public LedgerEntry {
    EnumSet<TableSetting> sorted = EnumSet.noneOf(TableSetting.class);
    sorted.addAll(lacking);
    lacking = Collections.unmodifiableSet(sorted);
  }

  /** The entry of a table that is about to be built. */
  public static LedgerEntry building(String tableName, TimeSpan period) {
    return new LedgerEntry(
        tableName, period, State.BUILDING, null, null, false, false, false, Set.of(), 0);
  }

  /** The same in another state. */
  public LedgerEntry in(State newState) {
    return with(newState, isAnnounced, isArchived, isFrozen);
  }

  /** The same, knowing which table it is about. */
  public LedgerEntry of(@Nullable String newId, @Nullable Instant newCreated) {
    return new LedgerEntry(
        tableName,
        period,
        state,
        newId,
        newCreated,
        isAnnounced,
        isArchived,
        isFrozen,
        lacking,
        fence);
  }

  /** The same entry after its settings were made and the hooks were called. */
  public LedgerEntry announced() {
    return with(state, true, isArchived, isFrozen);
  }

  /** The same, once its archive has begun. */
  public LedgerEntry frozen() {
    return with(state, isAnnounced, isArchived, true);
  }

  /** The same, once a verified archive holds all of it. */
  public LedgerEntry archived() {
    return with(state, isAnnounced, true, true);
  }

  /** The same, once its archive was given up: if it was to be deleted, it is no longer. */
  public LedgerEntry unarchived() {
    return with(stateIfKept(), isAnnounced, false, isFrozen);
  }

  private State stateIfKept() {
    return state == State.DELETING ? State.RETIRED : state;
  }

  /**
   * The same, once items may come again.
   *
   * @param isServing whether as they do to any table that serves
   */
  public LedgerEntry reopened(boolean isServing) {
    return isServing
        ? with(State.SERVING, false, false, false)
        : with(stateIfKept(), isAnnounced, false, false);
  }

  private LedgerEntry with(
      State newState, boolean newAnnounced, boolean newArchived, boolean newFrozen) {
    return new LedgerEntry(
        tableName,
        period,
        newState,
        tableId,
        created,
        newAnnounced,
        newArchived,
        newFrozen,
        lacking,
        fence);
  }

  /** The same under a lease. */
  public LedgerEntry fencedBy(long newFence) {
    return new LedgerEntry(
        tableName,
        period,
        state,
        tableId,
        created,
        isAnnounced,
        isArchived,
        isFrozen,
        lacking,
        newFence);
  }

  /** The same, its engine having none of these either. */
  public LedgerEntry lacking(Collection<TableSetting> more) {
    EnumSet<TableSetting> all = EnumSet.noneOf(TableSetting.class);
    all.addAll(lacking);
    all.addAll(more);
    return new LedgerEntry(
        tableName, period, state, tableId, created, isAnnounced, isArchived, isFrozen, all, fence);
  }

  /**
   * Whether this is about the very table that was seen, and not another of its name. A table's
   * identity is its id, or its creation time where an engine has no ids.
   */
  public boolean isOf(@Nullable String seenId, @Nullable Instant seenCreated) {
    if (tableId == null && seenId == null) {
      return created != null && created.equals(seenCreated);
    }
    return tableId != null && tableId.equals(seenId);
  }
}
