package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.spec.ShardSelector;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Has the puts of a batch drawn so that a put that is repeated, by whatever process, goes to the
 * same shard: where the shard would be drawn anew, it is hashed from the sort key with the frozen
 * hash. Readers of such a table look on every shard, so any shard will do. The hash is reduced by
 * the count of the spec, which stays when a layout record raises it.
 *
 * <p>A batch asks for it as {@link dev.evenkeel.core.internal.operation.RepeatablePuts} says.
 */
public final class RepeatableDraw {
  private RepeatableDraw() {}

  /** The shard to write an item to. */
  public static int shard(
      Call call, ShardedTable table, AttributeValue key, Map<String, AttributeValue> item) {
    return table.drawsAnew(key)
        ? bySortKey(call, table, key, item)
        : table.shardForWrite(call, key, item);
  }

  /** The shard to create an item on of which nothing but the key is known. */
  public static int bySortKey(
      Call call, ShardedTable table, AttributeValue key, Map<String, AttributeValue> item) {
    String name = Objects.requireNonNull(table.spec().sortKey(), "a drawn key has a sort key");
    AttributeValue sort = ShardChoice.determinant(call, name, item.get(name), true);
    return ShardSelector.hashOf(name).select(Map.of(name, sort), shards(table, key));
  }

  /** Over how many shards such draws go: a number that no layout record changes. */
  public static int shards(ShardedTable table, AttributeValue key) {
    return table.keyShards().areOfPiece() ? table.shards(key) : table.spec().shardCounts().of(key);
  }
}
