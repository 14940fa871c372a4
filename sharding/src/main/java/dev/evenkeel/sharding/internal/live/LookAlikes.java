package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.Pieces;
import java.util.List;
import java.util.Map.Entry;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Obstacles to a change of one key: other keys that read like one of its shards, and a move to
 * another table.
 */
public final class LookAlikes {
  private LookAlikes() {}

  /**
   * Refuses a change of a key that nobody can use, and one that would take a key from its users. A
   * key that is plain altogether has items at its own place, which is looked at. One with pieces
   * may have them at its shards alone, so it is refused whether it has items or not.
   *
   * <p>Where the items were moved to another table, keys are changed by the record of that.
   *
   * @param bySpec the table
   * @throws dev.evenkeel.core.RefusedOperationException if the key reads like a shard of another
   * @throws LayoutChangeException if another key, of which a piece is plain, reads like a shard to
   *     come
   */
  public static void refuse(ShardedTable bySpec, LayoutRecord record, Change change) {
    AttributeValue key = change.key();
    if (key == null) {
      return; // the keys of all items are looked at
    }
    ShardedTable now = bySpec.by(record.layout());
    if (!now.isBeside(bySpec)) {
      throw elsewhere(bySpec.tableName(), now.storedIn());
    }
    ShardedTable then = bySpec.by(record.layout(change));
    now.codec().canonical(call(now), key);
    long taken =
        record.base().keys().entrySet().stream()
            .filter(other -> !other.getKey().equals(key) && isMixed(other))
            .filter(other -> isUsable(now, other.getKey()) && !isUsable(then, other.getKey()))
            .count();
    if (taken > 0) {
      throw new LayoutChangeException(
          Reason.SHARDS_NOT_FREE,
          bySpec.tableName(),
          "%d keys with pieces of their own, of which one is plain, read like a shard to come, and could not be used any more. Move these to shards first, or take fewer shards."
              .formatted(taken));
    }
  }

  /** How many of some partition keys hold items. A query of an item for each. */
  public static Flow<Long> taken(ShardedTable table, List<AttributeValue> places) {
    List<Flow<Boolean>> looks =
        places.stream()
            .map(
                place ->
                    PieceStart.query(table, place, null).toBuilder().select(Select.COUNT).limit(1))
            .map(look -> TableCall.query(look.build()).map(answer -> answer.count() > 0))
            .toList();
    return Flow.failFast(looks).map(found -> found.stream().filter(taken -> taken).count());
  }

  /** The refusal of a change of a table whose items were moved to another. */
  static LayoutChangeException elsewhere(String tableName, String other) {
    return new LayoutChangeException(
        Reason.ELSEWHERE,
        tableName,
        "Its items were moved to table '%s'. Have all clients name that table, with a spec that says what 'evenkeel layout show' lists for this one; then delete this one, and last its record, and change the layout there."
            .formatted(other));
  }

  private static boolean isMixed(Entry<AttributeValue, Pieces> key) {
    return key.getValue().plainPossible() && key.getValue().shardsMax() > 1;
  }

  /**
   * Whether a key can be used by a layout. Asked of each item of a table whose items move, most of
   * which read like shards to the layout before: an exception for each costs more than all else.
   */
  public static boolean isUsable(ShardedTable table, AttributeValue key) {
    return table.codec().takes(call(table), key);
  }

  static Call call(ShardedTable table) {
    return new Call("Layout", table.tableName());
  }
}
