package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.sharding.internal.layout.KeyShards.Coming;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.layout.TableLayout.Raise;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The layout of one table, which all its clients agree on. Each step makes a new record with the
 * next version, and is written upon the one before it.
 *
 * @param version moves up with every write
 * @param spec the layout of the spec, which all clients must share
 * @param state what clients have to do
 * @param drained whether every client is registered: the record has been READY for so long that no
 *     client acts on one that was SETTLED
 * @param keys the logical keys with pieces of their own; all others are as the spec says
 * @param shards of all keys that have no pieces here and no rule in the spec; 0 for as many as the
 *     spec says
 * @param raises the shard counts that were raised, by scope of {@link TableLayout}
 * @param change what is being changed while PAUSED or MOVING; null in the other states
 * @param movesEnded how often items of the table were moved, to the end
 */
public record LayoutRecord(
    long version,
    String spec,
    State state,
    boolean drained,
    Map<AttributeValue, Pieces> keys,
    int shards,
    Map<String, Raise> raises,
    @Nullable Change change,
    int movesEnded) {

  /** The duty of clients. */
  public enum State {
    /** Nothing; a lease on what was read is enough. */
    SETTLED,
    /** Be registered, so that a change can wait for them. */
    READY,
    /** Hold writes of what changes back, and read it at the old and at the new place. */
    PAUSED,
    /** Move an item before it is written; read it at the old and then at the new place. */
    MOVING;

    /** Whether clients have to be registered, so that a change can wait for them. */
    public boolean registers() {
      return this == READY || this == PAUSED;
    }
  }

  /**
   * A piece that is being added above all items of a key, or a new number of shards to which items
   * are moved.
   *
   * @param key the logical key, canonical; null for all keys of {@link LayoutRecord#shards}
   * @param whole the pieces before
   * @param shards of the new piece, or of all items that are moved
   * @param moves whether items are moved
   */
  public record Change(@Nullable AttributeValue key, Pieces whole, int shards, boolean moves) {

    public Change {
      if (key == null && !moves) {
        throw new IllegalArgumentException("A piece is added to one key.");
      }
    }

    /** A piece that is being added. */
    public Change(AttributeValue key, Pieces whole, int shards) {
      this(key, whole, shards, false);
    }

    /** Whether it changes the place of items of a key. */
    boolean concerns(AttributeValue other) {
      return key == null || key.equals(other);
    }

    /**
     * The pieces afterwards.
     *
     * @param from where the new piece begins; null for where the last one does, which holds no item
     */
    Pieces added(@Nullable AttributeValue from) {
      if (from != null) {
        return whole.from(from, shards);
      }
      List<Piece> pieces = new ArrayList<>(whole.list());
      Piece empty = pieces.remove(pieces.size() - 1);
      pieces.add(new Piece(empty.from(), shards));
      return new Pieces(pieces);
    }
  }

  public LayoutRecord {
    keys = Map.copyOf(keys);
    raises = Map.copyOf(raises);
    if ((change != null) != (state == State.PAUSED || state == State.MOVING)
        || (change != null && state == State.MOVING && !change.moves())) {
      throw new IllegalArgumentException("A change is under way while PAUSED or MOVING.");
    }
  }

  /** The first record of a table. */
  public static LayoutRecord first(String spec) {
    return new LayoutRecord(1, spec, State.SETTLED, false, Map.of(), 0, Map.of(), null, 0);
  }

  /** Whether writes of a key wait for the end of a change. */
  public boolean holds(AttributeValue key) {
    return state == State.PAUSED && change != null && change.concerns(key);
  }

  LayoutRecord ready() {
    return next(State.READY, false, keys, null);
  }

  LayoutRecord readyAndDrained() {
    return next(State.READY, true, keys, null);
  }

  /**
   * A change begins.
   *
   * @param adding with the pieces of the key by the spec, which count unless it has others here
   */
  LayoutRecord paused(Change adding) {
    if (state != State.READY || !drained) {
      throw new IllegalStateException("A change begins when all clients are registered.");
    }
    AttributeValue key = adding.key();
    Pieces bySpec = key == null && shards > 0 ? Pieces.shards(shards) : adding.whole();
    Pieces whole = key == null ? bySpec : keys.getOrDefault(key, adding.whole());
    return next(State.PAUSED, true, keys, new Change(key, whole, adding.shards(), adding.moves()));
  }

  /** The change is given up; nothing of it has happened. */
  LayoutRecord aborted() {
    if (state != State.PAUSED) {
      throw new IllegalStateException("no change can be given up");
    }
    return next(State.READY, drained, keys, null);
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
    Map<AttributeValue, Pieces> more = new HashMap<>(keys);
    more.put(change.key(), change.added(from));
    return next(State.READY, drained, more, null);
  }

  /** Items are being moved from now on. There is no way back but another move. */
  LayoutRecord moving() {
    if (state != State.PAUSED || change == null || !change.moves()) {
      throw new IllegalStateException("no move is under way");
    }
    return next(State.MOVING, false, keys, change);
  }

  /** Nothing is left to be moved. */
  LayoutRecord moved() {
    if (change == null || !change.moves()) {
      throw new IllegalStateException("no move is under way");
    }
    TableLayout after = layout().moved(change.key(), change.shards());
    return new LayoutRecord(
        Math.addExact(version, 1),
        spec,
        State.SETTLED,
        false,
        after.keys(),
        after.shards(),
        raises,
        null,
        Math.addExact(movesEnded, 1));
  }

  /** Nobody needs to be registered any more. */
  LayoutRecord settled() {
    return next(State.SETTLED, false, keys, null);
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
    Map<String, Raise> more = new HashMap<>(raises);
    more.put(scope, raise);
    return new LayoutRecord(
        Math.addExact(version, 1), spec, state, drained, keys, shards, more, null, movesEnded);
  }

  /** The layout of the table by this record; while items are moved, the one from before. */
  public TableLayout layout() {
    Coming coming =
        change == null || change.key() == null || change.moves()
            ? null
            : new Coming(change.key(), change.shards());
    return new TableLayout(keys, shards, coming, raises, TableLayout.era(movesEnded, moves()));
  }

  /** Whether items are moved, or will be in a moment. */
  public boolean moves() {
    return change != null && change.moves();
  }

  /** The layout that items are moved to, or will be in a moment; null if they stay. */
  public @Nullable TableLayout target() {
    return change != null && moves() ? layout().moved(change.key(), change.shards()) : null;
  }

  private LayoutRecord next(
      State to, boolean nowDrained, Map<AttributeValue, Pieces> pieces, @Nullable Change adding) {
    return new LayoutRecord(
        Math.addExact(version, 1),
        spec,
        to,
        nowDrained,
        pieces,
        shards,
        raises,
        adding,
        movesEnded);
  }
}
