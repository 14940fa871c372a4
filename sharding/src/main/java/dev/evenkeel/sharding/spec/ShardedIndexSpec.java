package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.item.KeyAttribute;
import org.jspecify.annotations.Nullable;

/**
 * A global secondary index whose own partition key would be hot, spread over a number that this
 * library keeps in an attribute of each item. Callers name the logical key and never see that
 * attribute.
 *
 * <p>An item's number follows from its table key alone, so it never changes and a change of the
 * indexed attribute costs what it costs plainly. An index holds only items that have all its key
 * attributes, so the number may be on every item: sparse indexes stay sparse. It costs some 20
 * bytes an item, in the table and in the index.
 *
 * <p>All of it but {@code name} is stored data. The count may be raised while the table is in use:
 * items keep the number they have, and all numbers are read. It cannot be lowered.
 *
 * @param name as DynamoDB knows the index
 * @param partition what callers query by: the partition key of the index if it were not sharded
 * @param sort the sort key of the index; null if it has none
 * @param shards over how many numbers the index is spread, 2..{@value ShardingSpec#SHARDS_MAX}
 * @param shard the attribute that holds the number: of type N, or S for its decimal text
 * @param first the first number, 0 or 1
 * @param layout what the key of the index in DynamoDB looks like
 */
public record ShardedIndexSpec(
    String name,
    KeyAttribute partition,
    @Nullable KeyAttribute sort,
    int shards,
    KeyAttribute shard,
    int first,
    Layout layout) {

  private static final String SHARD_PREFIX = "evenkeel.";

  /** What the key of the index in DynamoDB looks like. */
  public enum Layout {
    /**
     * The number is the partition key and the logical partition key is the sort key, as in AWS's
     * <i>Choosing the Right DynamoDB Partition Key</i>: there is no room for a sort key.
     */
    NUMBER_FIRST,

    /**
     * The partition key consists of two attributes, the logical partition key and the number; the
     * sort key is the logical one, if there is one.
     */
    MULTI_ATTRIBUTE
  }

  /** An index in layout {@link Layout#NUMBER_FIRST}. */
  public static ShardedIndexSpec numberFirst(String name, KeyAttribute partition, int shards) {
    return new ShardedIndexSpec(
        name, partition, null, shards, numberOf(name), 0, Layout.NUMBER_FIRST);
  }

  /** An index without a sort key in layout {@link Layout#MULTI_ATTRIBUTE}. */
  public static ShardedIndexSpec multiAttribute(String name, KeyAttribute partition, int shards) {
    return new ShardedIndexSpec(
        name, partition, null, shards, numberOf(name), 0, Layout.MULTI_ATTRIBUTE);
  }

  /** An index with a sort key in layout {@link Layout#MULTI_ATTRIBUTE}. */
  public static ShardedIndexSpec multiAttribute(
      String name, KeyAttribute partition, KeyAttribute sort, int shards) {
    return new ShardedIndexSpec(
        name, partition, sort, shards, numberOf(name), 0, Layout.MULTI_ATTRIBUTE);
  }

  private static KeyAttribute numberOf(String index) {
    return KeyAttribute.ofNumber(SHARD_PREFIX + index);
  }

  /** Another attribute for the number; {@code evenkeel.<index name>} of type N unless said. */
  public ShardedIndexSpec shardAttribute(KeyAttribute attribute) {
    return new ShardedIndexSpec(name, partition, sort, shards, attribute, first, layout);
  }

  /** Another first number; 0 unless said. */
  public ShardedIndexSpec firstNumber(int number) {
    return new ShardedIndexSpec(name, partition, sort, shards, shard, number, layout);
  }
}
