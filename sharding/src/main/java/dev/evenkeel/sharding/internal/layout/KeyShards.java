package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import dev.evenkeel.sharding.spec.ShardCounts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The shards of each logical key of a table. All keys are canonical.
 *
 * @param counts by the spec, or by a layout record
 * @param writers the counts from which the shard of a new item is chosen: as {@code counts}, but
 *     while they are being raised those from before
 * @param coming the piece that is about to be added to a key; null if none is
 * @param reserved the shards whose places no other key may take
 * @param pieceShards the count of the one piece whose items are meant; 0 for all items
 */
public record KeyShards(
    ShardCounts counts,
    ShardCounts writers,
    @Nullable PieceBeingAdded coming,
    Reserved reserved,
    int pieceShards) {

  /**
   * A piece that is about to be added above all items of a key: readers look in its shards, too.
   *
   * @param key the logical key
   */
  public record PieceBeingAdded(AttributeValue key, int shards) {}

  /**
   * The shards that keys have had, or are about to have: no other key may take a place of theirs. A
   * client that still acts on an older layout, or a request that comes late, would otherwise meet
   * items of another key there. Numbers begin with 0, and all below a count are reserved.
   *
   * @param all how many each key has had; 0 for none
   * @param keys how many single keys have had, canonical
   * @param bindsAll whether no key at all may read like a reserved shard, since all are about to be
   *     plain; otherwise only a plain one may not
   */
  public record Reserved(int all, Map<AttributeValue, Integer> keys, boolean bindsAll) {

    /** No shards. */
    public static final Reserved NONE = new Reserved(0, Map.of());

    public Reserved {
      keys = Map.copyOf(keys);
    }

    /** Those that keys have had. */
    public Reserved(int all, Map<AttributeValue, Integer> keys) {
      this(all, keys, false);
    }

    public boolean isEmpty() {
      return all == 0 && keys.isEmpty();
    }

    /** How many shards of a key are reserved. */
    int of(AttributeValue key) {
      return Math.max(all, keys.getOrDefault(key, 0));
    }

    /**
     * The same, and so many shards at least.
     *
     * @param key canonical; null for each key
     */
    public Reserved with(@Nullable AttributeValue key, int shards) {
      if (key == null) {
        return new Reserved(Math.max(all, shards), keys, bindsAll);
      }
      Map<AttributeValue, Integer> more = new HashMap<>(keys);
      more.merge(key, shards, Math::max);
      return new Reserved(all, more, bindsAll);
    }

    /** The same for all keys, plain or not. */
    public Reserved bindingAll() {
      return new Reserved(all, keys, true);
    }
  }

  /** The shards for the items of one piece. */
  KeyShards ofPiece(int shards) {
    return new KeyShards(counts, writers, null, reserved, shards);
  }

  boolean areOfPiece() {
    return pieceShards > 0;
  }

  /**
   * Whether no key has more than one shard, or has had, so that keys are stored as callers see them
   * and no key can be taken for a shard.
   */
  boolean areSingle() {
    return counts.max() == 1 && coming == null && reserved.isEmpty();
  }

  /** The pieces of a key by sort key. */
  public Pieces pieces(AttributeValue key) {
    return areOfPiece() ? Pieces.shards(pieceShards) : counts.pieces(key);
  }

  /** The number of shards of a key; where it has pieces, the most that one of them has. */
  int count(AttributeValue key) {
    return areOfPiece() ? pieceShards : counts.of(key);
  }

  /** The shards of a key that new items are written to. */
  public int written(AttributeValue key) {
    return areOfPiece() ? pieceShards : writers.of(key);
  }

  /** The most shards that a piece of a key has, the coming one included. */
  int most(AttributeValue key) {
    return withComing(key, counts.of(key));
  }

  /** How many numbers of shards a key has, or has had, or is about to have. */
  int known(AttributeValue key) {
    int most = most(key);
    return Math.max(most == 1 ? 0 : most, reserved.of(key));
  }

  /** Whether a shard of a number that a key knows holds items of it. */
  boolean isUsed(AttributeValue key, int shard) {
    int most = most(key);
    return most > 1 && shard < most;
  }

  /** Whether this key must not read like a shard of another: it is plain, or about to be. */
  boolean isBound(AttributeValue key) {
    return reserved.bindsAll() || plainPossible(key);
  }

  private int withComing(AttributeValue key, int shards) {
    return coming != null && isChanging(key) ? Math.max(shards, coming.shards()) : shards;
  }

  /** Whether a piece is about to be added to a key. */
  boolean isChanging(AttributeValue key) {
    return coming != null && coming.key().equals(key);
  }

  /** Whether a place of a key is stored without the number of a shard. */
  boolean unnumbered(AttributeValue key, int shard) {
    return shard == KeyCodec.PLAIN || (areOfPiece() ? pieceShards : most(key)) == 1;
  }

  /** The places of a key's items; those of all pieces if no piece is meant. */
  public List<Integer> places(AttributeValue key) {
    return areOfPiece()
        ? IntStream.range(0, pieceShards).boxed().toList()
        : places(most(key), most(key) > 1 && plainPossible(key));
  }

  /** The places in which the items of a piece are, or may be in a moment. */
  public List<Integer> places(AttributeValue key, Piece piece) {
    int most = isBelowComing(key, piece) ? withComing(key, piece.shards()) : piece.shards();
    return piece.shards() == 1 && most == 1
        ? List.of(KeyCodec.PLAIN)
        : places(most, piece.shards() == 1);
  }

  private static List<Integer> places(int shards, boolean plain) {
    Stream<Integer> plainOne = plain ? Stream.of(KeyCodec.PLAIN) : Stream.empty();
    return Stream.concat(plainOne, IntStream.range(0, shards).boxed()).toList();
  }

  /** Whether a place can be one of a key. */
  public boolean mayHold(AttributeValue key, int shard) {
    return shard == KeyCodec.PLAIN
        ? plainPossible(key)
        : shard < (areOfPiece() ? pieceShards : most(key));
  }

  /** Whether items of this key may be where a client without Evenkeel puts them. */
  public boolean plainPossible(AttributeValue key) {
    return counts.pieces(key).plainPossible();
  }

  /** Whether a piece is the last one of a key to which another is about to be added. */
  public boolean isBelowComing(AttributeValue key, Piece piece) {
    return isChanging(key) && piece.equals(pieces(key).last());
  }
}
