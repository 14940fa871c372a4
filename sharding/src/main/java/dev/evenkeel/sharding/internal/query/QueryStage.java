package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.page.Resumption.Narrowed;
import dev.evenkeel.core.internal.page.SortKeyRange;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One stage of a merged query: the shards of one piece, for the sort keys that are both in the
 * piece and in the key condition. Stages are read one after the other.
 *
 * @param shards in tie order
 * @param range the sort keys
 * @param narrowed says the range where it is not the key condition's own; null where it is
 */
record QueryStage(List<Integer> shards, SortKeyRange range, @Nullable Narrowed narrowed) {

  /** All shards for the whole of the key condition. */
  static QueryStage whole(List<Integer> shards, QueryShape shape) {
    return new QueryStage(shards, shape.range(), null);
  }

  /** Whether queries on this target are read piece by piece: in the order of the table's items. */
  static boolean areOf(QueryTarget target, ShardedTable table, QueryShape shape) {
    KeyAttribute sort = target.sort();
    return target.sharded() == null
        && sort != null
        && sort.equals(table.key().sortKey())
        && !table.keyShards().pieces(shape.logicalKey()).isWhole();
  }

  /** The pieces of a key that the key condition admits, in reading order. */
  static List<Piece> pieces(ShardedTable table, QueryShape shape, boolean forward) {
    List<Piece> admitted = new ArrayList<>();
    List<Piece> all = table.keyShards().pieces(shape.logicalKey()).list();
    for (int i = 0; i < all.size(); i++) {
      if (!range(all, i, shape).isEmpty()) {
        admitted.add(all.get(i));
      }
    }
    if (!forward) {
      Collections.reverse(admitted);
    }
    return admitted.isEmpty() ? all.subList(0, 1) : admitted; // DynamoDB refuses the condition
  }

  /** A stage for each of these pieces. */
  static List<QueryStage> of(
      ShardedTable table, QueryShape shape, List<Piece> pieces, boolean forward) {
    List<Piece> all = table.keyShards().pieces(shape.logicalKey()).list();
    return pieces.stream()
        .map(
            piece -> {
              SortKeyRange range = range(all, all.indexOf(piece), shape);
              Narrowed narrowed = range.equals(shape.range()) ? null : Narrowed.to(range);
              return new QueryStage(shards(table, shape, piece, forward), range, narrowed);
            })
        .toList();
  }

  private static List<Integer> shards(
      ShardedTable table, QueryShape shape, Piece piece, boolean forward) {
    List<Integer> shards = new ArrayList<>(table.keyShards().places(shape.logicalKey(), piece));
    if (!forward) {
      Collections.reverse(shards);
    }
    return shards;
  }

  private static SortKeyRange range(List<Piece> all, int piece, QueryShape shape) {
    AttributeValue from = all.get(piece).from();
    AttributeValue next = piece + 1 == all.size() ? null : all.get(piece + 1).from();
    return shape.range().within(from, next);
  }
}
