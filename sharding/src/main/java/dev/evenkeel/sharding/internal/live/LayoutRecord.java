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
 * @param raises the shard counts that were raised, by scope of {@link TableLayout}
 * @param change the piece that is being added while PAUSED; null in the other states
 */
public record LayoutRecord(
    long version,
    String spec,
    State state,
    boolean drained,
    Map<AttributeValue, Pieces> keys,
    Map<String, Raise> raises,
    @Nullable Change change) {

  /** The duty of clients. */
  public enum State {
    /** Nothing; a lease on what was read is enough. */
    SETTLED,
    /** Be registered, so that a change can wait for them. */
    READY,
    /** Hold the writes of one key back, and read it at the old and at the new place. */
    PAUSED
  }

  /**
   * A piece that is being added above all items of a key.
   *
   * @param key the logical key, canonical
   * @param whole the pieces of the key before
   * @param shards the shards of the new piece
   */
  public record Change(AttributeValue key, Pieces whole, int shards) {

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
    if ((change != null) != (state == State.PAUSED)) {
      throw new IllegalArgumentException("A change is under way while PAUSED, and only then.");
    }
  }

  /** The first record of a table. */
  public static LayoutRecord first(String spec) {
    return new LayoutRecord(1, spec, State.SETTLED, false, Map.of(), Map.of(), null);
  }

  /** Whether writes of a key wait for the end of a change. */
  public boolean holds(AttributeValue key) {
    return change != null && change.key().equals(key);
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
    Pieces whole = keys.getOrDefault(adding.key(), adding.whole());
    return next(State.PAUSED, true, keys, new Change(adding.key(), whole, adding.shards()));
  }

  /** The change is given up; nothing of it has happened. */
  LayoutRecord aborted() {
    return next(State.READY, drained, keys, null);
  }

  /**
   * The new piece is there.
   *
   * @param from where it begins, see {@link Change#added}
   */
  LayoutRecord published(@Nullable AttributeValue from) {
    if (change == null) {
      throw new IllegalStateException("no change is under way");
    }
    Map<AttributeValue, Pieces> more = new HashMap<>(keys);
    more.put(change.key(), change.added(from));
    return next(State.READY, drained, more, null);
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
    if (state == State.PAUSED) {
      throw new IllegalStateException("A change is under way.");
    }
    Map<String, Raise> more = new HashMap<>(raises);
    more.put(scope, raise);
    return new LayoutRecord(Math.addExact(version, 1), spec, state, drained, keys, more, null);
  }

  /** The layout of the table by this record. */
  public TableLayout layout() {
    return new TableLayout(
        keys, change == null ? null : new Coming(change.key(), change.shards()), raises);
  }

  private LayoutRecord next(
      State to, boolean nowDrained, Map<AttributeValue, Pieces> pieces, @Nullable Change adding) {
    return new LayoutRecord(
        Math.addExact(version, 1), spec, to, nowDrained, pieces, raises, adding);
  }
}
