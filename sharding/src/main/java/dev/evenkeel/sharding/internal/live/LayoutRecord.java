package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.sharding.internal.layout.KeyShards.PieceBeingAdded;
import dev.evenkeel.sharding.internal.layout.KeyShards.Reserved;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.layout.TableLayout.Raise;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The layout of one table, which all its clients agree on. Each step makes a new record with the
 * next version, and is written upon the one before it.
 *
 * @param version moves up with every write
 * @param spec the layout of the spec, which all clients must share
 * @param state what clients have to do
 * @param drained whether a pause may begin: every client is registered, for the record has been
 *     READY for so long that no client acts on one that was SETTLED. A record that is ANNOUNCED has
 *     been so for as long, and then all items were seen to allow the move
 * @param control the control table in which clients are registered since then, by its identity;
 *     null while none has to be. Another one that was restored under its name may lack their rows
 * @param base the layout without what is being changed: no piece is coming, and its era is 0
 * @param change what is being changed while ANNOUNCED, PAUSED or MOVING; null in the other states
 * @param movesEnded how often items of the table were moved, to the end
 */
public record LayoutRecord(
    long version,
    String spec,
    State state,
    boolean drained,
    @Nullable String control,
    TableLayout base,
    @Nullable Change change,
    int movesEnded) {

  /** The state of a layout, which decides what clients must do. */
  public enum State {
    /** Nothing; a lease on what was read is enough. */
    SETTLED,
    /** Be registered, so that a change can wait for them. */
    READY,
    /** Be registered, and use no key that reads like a place which a move of all items needs. */
    ANNOUNCED,
    /** Hold writes of what changes back, and read it at the old and at the new place. */
    PAUSED,
    /** Move an item before it is written; read it at the old and then at the new place. */
    MOVING;

    /** Whether clients have to be registered, so that a change can wait for them. */
    public boolean registers() {
      return this == READY || this == ANNOUNCED || this == PAUSED;
    }
  }

  public LayoutRecord {
    if ((change != null) != (state != State.SETTLED && state != State.READY)
        || (change != null && state == State.MOVING && !change.moves())
        || (change != null && state == State.ANNOUNCED && !change.isAnnounced())) {
      throw new IllegalArgumentException(
          "A change is under way while ANNOUNCED, PAUSED or MOVING.");
    }
  }

  /** The first record of a table. */
  public static LayoutRecord first(String spec) {
    return new LayoutRecord(1, spec, State.SETTLED, false, null, TableLayout.NONE, null, 0);
  }

  /** Whether writes of a key wait for the end of a change. */
  public boolean holds(AttributeValue key) {
    return state == State.PAUSED && change != null && change.concerns(key);
  }

  /**
   * Clients have to be registered.
   *
   * @param now the control table, by its identity
   */
  LayoutRecord ready(String now) {
    return registering(State.READY, now, null);
  }

  /** The same, anew, in another control table that was put in place of the one before. */
  LayoutRecord registeringAnew(String now) {
    return change != null && change.isAnnounced()
        ? registering(State.ANNOUNCED, now, change)
        : registering(State.READY, now, null);
  }

  private LayoutRecord registering(State to, String now, @Nullable Change announced) {
    return new LayoutRecord(
        Math.addExact(version, 1), spec, to, false, now, base, announced, movesEnded);
  }

  /** Whether all clients that act are registered in a control table. */
  boolean isDrainedIn(String now) {
    return drained && now.equals(control);
  }

  LayoutRecord readyAndDrained() {
    return next(State.READY, true, base, null);
  }

  /** All items will be moved: no key that reads like one of their places is used from now on. */
  LayoutRecord announced(Change adding, String now) {
    if (change != null || !adding.isAnnounced()) {
      throw new IllegalStateException("A change is under way, or needs no announcement.");
    }
    return registering(State.ANNOUNCED, now, adding.upon(base));
  }

  /** No item stands against the move that is announced, and none can any more. */
  LayoutRecord checked() {
    if (state != State.ANNOUNCED) {
      throw new IllegalStateException("no move is announced");
    }
    return next(State.ANNOUNCED, true, base, change);
  }

  /**
   * A change begins.
   *
   * @param adding with the pieces of the key by the spec, which count unless it has others here
   */
  LayoutRecord paused(Change adding) {
    if (!drained || state != (adding.isAnnounced() ? State.ANNOUNCED : State.READY)) {
      throw new IllegalStateException("A change begins when all clients are registered.");
    }
    return next(State.PAUSED, true, base, adding.upon(base));
  }

  /** The pause is given up, and nothing has happened; what was announced still is. */
  LayoutRecord aborted() {
    if (state != State.PAUSED || change == null) {
      throw new IllegalStateException("no pause can be given up");
    }
    return change.isAnnounced()
        ? next(State.ANNOUNCED, drained, base, change)
        : next(State.READY, drained, base, null);
  }

  /** The change is given up, and nothing has happened. */
  LayoutRecord givenUp() {
    if (state != State.PAUSED && state != State.ANNOUNCED) {
      throw new IllegalStateException("no change can be given up");
    }
    return next(State.READY, drained, base, null);
  }

  /**
   * The new piece is there.
   *
   * @param from where it begins, see {@link Change#added}
   */
  LayoutRecord published(@Nullable AttributeValue from) {
    if (change == null || change.key() == null || change.moves()) {
      throw new IllegalStateException("no piece is being added");
    }
    return next(State.READY, drained, base.with(change.key(), change.added(from)), null);
  }

  /** Items are being moved from now on. There is no way back but another move. */
  LayoutRecord moving() {
    if (state != State.PAUSED || change == null || !change.moves()) {
      throw new IllegalStateException("no move is under way");
    }
    return next(State.MOVING, false, base, change);
  }

  /**
   * Nothing is left to be moved.
   *
   * @param ownName of the table that callers name
   */
  LayoutRecord moved(String ownName) {
    if (change == null || !change.moves()) {
      throw new IllegalStateException("no move is under way");
    }
    int before = change.whole().shardsMax();
    TableLayout left = before > change.shards() ? base.reserving(change.key(), before) : base;
    return new LayoutRecord(
        Math.addExact(version, 1),
        spec,
        State.SETTLED,
        false,
        null,
        moved(left, change, OtherTable.unlessOwn(ownName, change.table())),
        null,
        Math.addExact(movesEnded, 1));
  }

  /** Nobody needs to be registered any more. */
  LayoutRecord settled() {
    return next(State.SETTLED, false, base, null);
  }

  /**
   * A count is raised, for readers or for writers, too. Clients act on it as on the record before.
   *
   * @param scope of {@link TableLayout}
   */
  LayoutRecord raised(String scope, Raise raise) {
    if (change != null) {
      throw new IllegalStateException("A change is under way.");
    }
    return next(state, drained, base.with(scope, raise), null);
  }

  /** The layout of the table by this record; while items are moved, the one from before. */
  public TableLayout layout() {
    return layout(change);
  }

  /**
   * The layout as long as a change is under way.
   *
   * @param under the change; null for none
   */
  public TableLayout layout(@Nullable Change under) {
    PieceBeingAdded coming =
        under == null || under.key() == null || under.moves()
            ? null
            : new PieceBeingAdded(under.key(), under.shards());
    return new TableLayout(
        base.keys(),
        base.shards(),
        coming,
        base.raises(),
        reserved(under),
        TableLayout.era(movesEnded, state == State.MOVING),
        base.table());
  }

  private Reserved reserved(@Nullable Change under) {
    if (under == null || !under.moves() || under.table() != null) {
      return base.reserved(); // places in another table are nobody's
    }
    Reserved more =
        base.reserved().with(under.key(), Math.max(under.whole().shardsMax(), under.shards()));
    return under.isAnnounced() && under.shards() == 1 ? more.bindingAll() : more;
  }

  /** Whether items are moved, or will be in a moment. */
  public boolean moves() {
    return change != null && change.moves() && state != State.ANNOUNCED;
  }

  /** Whether a move of all items is announced, or paused, and all items were seen to allow it. */
  public boolean isChecked(Change wanted) {
    return drained && change != null && change.isAnnounced() && change.isLike(wanted);
  }

  /** Whether other changes are refused: a move is under way, or announced, and needs somebody. */
  boolean isOfMove() {
    return state == State.MOVING || state == State.ANNOUNCED;
  }

  /** The other tables in which items are, or to which they are to be moved. */
  public List<OtherTable> others() {
    return Stream.of(base.table(), change == null ? null : change.table())
        .flatMap(Stream::ofNullable)
        .toList();
  }

  /** Whether items are in another table, or are to be moved there. */
  boolean leadsTo(String tableName) {
    return others().stream().anyMatch(other -> other.name().equals(tableName));
  }

  /** The table that all items are to be moved to, and are not yet; null if there is none. */
  public @Nullable OtherTable announced() {
    return change != null && state == State.ANNOUNCED ? change.table() : null;
  }

  /** The layout that items are moved to, or will be in a moment; null if they stay. */
  public @Nullable TableLayout target() {
    return change != null && moves() ? target(change) : null;
  }

  /** The layout that a move is to end with. */
  public TableLayout target(Change move) {
    return moved(layout(move), move, move.table());
  }

  private static TableLayout moved(TableLayout from, Change move, @Nullable OtherTable into) {
    return move.table() == null
        ? from.moved(move.key(), move.shards())
        : from.movedInto(into, move.shards());
  }

  private LayoutRecord next(
      State to, boolean nowDrained, TableLayout now, @Nullable Change adding) {
    String still = to.registers() ? control : null;
    return new LayoutRecord(
        Math.addExact(version, 1), spec, to, nowDrained, still, now, adding, movesEnded);
  }
}
