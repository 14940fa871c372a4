package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.sharding.internal.layout.KeyShards.PieceBeingAdded;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.live.LayoutChange.From;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Where a piece can be added to a logical key: what is read of its items for that.
 *
 * @param key canonical
 * @param from where the piece is to begin, canonical; null for right above all items of the key
 */
public record PieceBounds(ShardedTable table, AttributeValue key, @Nullable AttributeValue from) {

  /** The bounds of any key. */
  public static PieceBounds ofAny(ShardingSpec spec) {
    ShardedTable table = new ShardedTable(spec);
    return new PieceBounds(table, any(table.key().partitionKey().type()), null);
  }

  private static AttributeValue any(ScalarAttributeType type) {
    return switch (type) {
      case N -> AttributeValue.fromN("0");
      case B -> AttributeValue.fromB(SdkBytes.fromUtf8String("any"));
      default -> AttributeValue.fromS("any");
    };
  }

  /**
   * The bounds of a key.
   *
   * @param from where the piece is to begin; null for right above all items of the key
   * @throws IllegalArgumentException if that is no sort key of the table
   */
  public static PieceBounds of(
      ShardingSpec spec, AttributeValue logicalKey, @Nullable AttributeValue from) {
    ShardedTable table = new ShardedTable(spec);
    AttributeValue key = table.codec().canonical(LookAlikes.call(table), logicalKey);
    return new PieceBounds(table, key, from == null ? null : sortKey(spec, from));
  }

  /** A sort key, canonical, at which a piece can begin by the rules of specs. */
  private static @Nullable AttributeValue sortKey(ShardingSpec spec, AttributeValue from) {
    Pieces pieces = Pieces.shards(2).from(from, 3);
    return spec.toBuilder().shards(pieces).build().shardCounts().byDefault().last().from();
  }

  /** The pieces of the key by a record. */
  public Pieces pieces(LayoutRecord record) {
    return table.by(record.layout()).keyShards().pieces(key);
  }

  /**
   * A piece of so many shards, to be added to those that the key has by a record.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if the key reads like a shard of another
   * @throws LayoutChangeException if another key with pieces reads like a shard to come
   */
  public Change change(LayoutRecord record, int shards) {
    Change change = new Change(key, pieces(record), shards);
    LookAlikes.refuse(table, record, change);
    return change;
  }

  /**
   * Where the new piece of a change may begin. Sees once more that it can be added: while writes
   * are held back, no item that it would hide and no plain key that reads like one of its shards
   * can be written.
   */
  public Flow<From> bound(Change change) {
    return requirePossible(change).then(possible -> start().above(change.whole()));
  }

  /** Sees to it that a piece to come hides no item, and that its shards are free. */
  public Flow<Done> requirePossible(Change change) {
    return requireFree(change).then(free -> start().requireNoneHidden(change.whole()));
  }

  private PieceStart start() {
    return new PieceStart(table, key, from);
  }

  /**
   * Refuses tables that can have no pieces.
   *
   * @throws IllegalArgumentException if its spec says so
   */
  public void requirePieces() {
    if (!table.spec().selector().calculated()) {
      throw new IllegalArgumentException(
          "Table '%s' draws shards, and a piece needs a selector that calculates them. Raise its count instead."
              .formatted(table.tableName()));
    }
    if (table.sortKey() == null) {
      throw new IllegalArgumentException(
          "Table '%s' has no sort key at which a piece can begin. Raise the counts of its indexes only."
              .formatted(table.tableName()));
    }
  }

  /** Where the items of such a table were moved to another already, the record says so before. */
  private void requireSuffixes() {
    if (key.n() != null && table.keyShards().plainPossible(key)) {
      throw new IllegalArgumentException(
          "Table '%s' has a partition key of type N with plain keys: a number cannot carry a suffix. Move the items to another table, whose partition key is of type S: with Resharder.startInto, or 'evenkeel reshard start --into'."
              .formatted(table.tableName()));
    }
  }

  /**
   * Sees to it that the shards of a piece to come hold no items that are not the key's own: those
   * of a plain key that reads like one of its shards.
   */
  private Flow<Done> requireFree(Change change) {
    int shards = change.shards();
    if (shards < 2 || shards > ShardingSpec.SHARDS_MAX) {
      throw new IllegalArgumentException(
          "A piece to come has 2..%d shards, not %d".formatted(ShardingSpec.SHARDS_MAX, shards));
    }
    requirePieces();
    requireSuffixes();
    Map<AttributeValue, Pieces> own = Map.of(key, change.whole());
    ShardedTable now = table.by(TableLayout.of(own, null));
    ShardedTable then = table.by(TableLayout.of(own, new PieceBeingAdded(key, shards)));
    // The suffix of more shards may be too long for the key.
    then.codec().canonical(LookAlikes.call(table), key);
    List<Integer> used = now.keyShards().places(key);
    List<AttributeValue> places =
        IntStream.range(0, shards)
            .filter(shard -> now.plain() || now.shards(key) == 1 || !used.contains(shard))
            .mapToObj(shard -> then.codec().physical(key, shard))
            .toList();
    return LookAlikes.taken(table, places)
        .then(
            taken ->
                taken > 0
                    ? Flow.failed(
                        new LayoutChangeException(
                            Reason.SHARDS_NOT_FREE,
                            table.tableName(),
                            "%d of the %d partition keys of the new shards hold items already. Think of a lost layout record first: where a move of the key is not finished, these are its items, and the record is to be restored from a backup of the control table. Otherwise they are of plain keys that read like shards of this one, or of an earlier layout. Take another key then, or copy only these away."
                                .formatted(taken, shards)))
                    : Flow.done());
  }
}
