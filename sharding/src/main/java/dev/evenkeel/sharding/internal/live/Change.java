package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A piece that is being added above all items of a key, or a new number of shards, or another
 * table, to which items are moved.
 *
 * @param key the logical key, canonical; null for all keys of {@link LayoutRecord#shards}
 * @param whole the pieces before
 * @param shards of the new piece, or of all items that are moved
 * @param moves whether items are moved
 * @param table that all items are moved to; null if they stay in theirs
 */
public record Change(
    @Nullable AttributeValue key,
    Pieces whole,
    int shards,
    boolean moves,
    @Nullable OtherTable table) {

  public Change {
    if (key == null && !moves) {
      throw new IllegalArgumentException("A piece is added to one key.");
    }
    if (table != null && (key != null || !moves)) {
      throw new IllegalArgumentException("Items are moved to another table all together.");
    }
  }

  /** A change within the table. */
  public Change(@Nullable AttributeValue key, Pieces whole, int shards, boolean moves) {
    this(key, whole, shards, moves, null);
  }

  /** A piece that is being added. */
  public Change(AttributeValue key, Pieces whole, int shards) {
    this(key, whole, shards, false);
  }

  /** Whether all items are moved, which is announced before. */
  public boolean isAnnounced() {
    return key == null;
  }

  /** Whether it is the same change, whatever the pieces before. */
  boolean isLike(Change other) {
    return Objects.equals(key, other.key())
        && shards == other.shards()
        && moves == other.moves()
        && Objects.equals(table, other.table());
  }

  /** Whether it changes the place of items of a key. */
  boolean concerns(AttributeValue other) {
    return key == null || key.equals(other);
  }

  /** The same with the pieces that the key has by a layout; as it is if it has none there. */
  Change upon(TableLayout base) {
    Pieces bySpec = key == null && base.shards() > 0 ? Pieces.shards(base.shards()) : whole;
    Pieces now = key == null ? bySpec : base.keys().getOrDefault(key, whole);
    return new Change(key, now, shards, moves, table);
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

  /** Whether a record comes next after the pause for this change, and by that alone. */
  boolean isMade(LayoutRecord paused, LayoutRecord now) {
    if (key == null || moves) {
      return now.equals(paused.moving());
    }
    Pieces pieces = now.base().keys().get(key);
    return now.version() == paused.version() + 1
        && now.state() == LayoutRecord.State.READY
        && pieces != null
        && pieces.last().shards() == shards
        && !now.base().equals(paused.base())
        && now.base().equals(paused.base().with(key, pieces));
  }
}
