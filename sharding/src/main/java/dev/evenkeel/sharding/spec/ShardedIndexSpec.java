package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.item.KeyAttribute;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

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
 * items keep the number they have until they are put again, and all numbers are read. It cannot be
 * lowered. {@link dev.evenkeel.sharding.LayoutEditor#raiseIndex} raises it in the layout record
 * while clients work. <strong>When you raise it here, name the earlier count with {@link
 * #raisedFrom}.</strong>
 *
 * @param name as DynamoDB knows the index
 * @param partition the attribute that callers query by: the partition key of the index if it were
 *     not sharded
 * @param sort the sort key of the index; null if it has none
 * @param shards over how many numbers the index is spread, 2..{@value ShardingSpec#SHARDS_MAX}
 * @param shard the attribute that holds the number: of type N, or S for its decimal text
 * @param first the first number, 0 or 1
 * @param layout the form of the index's key in DynamoDB
 * @param earlierShards the counts that the index had before, ascending; see {@link #raisedFrom}
 */
public record ShardedIndexSpec(
    String name,
    KeyAttribute partition,
    @Nullable KeyAttribute sort,
    int shards,
    KeyAttribute shard,
    int first,
    Layout layout,
    List<Integer> earlierShards) {

  private static final String SHARD_PREFIX = "evenkeel.";

  public ShardedIndexSpec {
    earlierShards = earlierShards.stream().sorted().distinct().toList();
  }

  /** The key schema of the index in DynamoDB. */
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

  /** An index in layout {@link Layout#NUMBER_FIRST}, with a partition key of type S. */
  public static ShardedIndexSpec numberFirst(String name, String partitionKey, int shards) {
    return numberFirst(name, partitionKey, ScalarAttributeType.S, shards);
  }

  /** An index in layout {@link Layout#NUMBER_FIRST}. */
  public static ShardedIndexSpec numberFirst(
      String name, String partitionKey, ScalarAttributeType type, int shards) {
    return of(name, new KeyAttribute(partitionKey, type), shards, Layout.NUMBER_FIRST);
  }

  /**
   * An index in layout {@link Layout#MULTI_ATTRIBUTE}, with a partition key of type S, and without
   * a sort key unless {@link #sortKey(String)} gives it one.
   */
  public static ShardedIndexSpec multiAttribute(String name, String partitionKey, int shards) {
    return multiAttribute(name, partitionKey, ScalarAttributeType.S, shards);
  }

  /** The same with a partition key of any type. */
  public static ShardedIndexSpec multiAttribute(
      String name, String partitionKey, ScalarAttributeType type, int shards) {
    return of(name, new KeyAttribute(partitionKey, type), shards, Layout.MULTI_ATTRIBUTE);
  }

  private static ShardedIndexSpec of(
      String name, KeyAttribute partition, int shards, Layout layout) {
    KeyAttribute number = KeyAttribute.ofNumber(SHARD_PREFIX + name);
    return new ShardedIndexSpec(name, partition, null, shards, number, 0, layout, List.of());
  }

  /** The same index with a sort key of type S. */
  public ShardedIndexSpec sortKey(String attribute) {
    return sortKey(attribute, ScalarAttributeType.S);
  }

  /** The same index with a sort key. */
  public ShardedIndexSpec sortKey(String attribute, ScalarAttributeType type) {
    return with(new KeyAttribute(attribute, type), shard, first, earlierShards);
  }

  private ShardedIndexSpec with(
      @Nullable KeyAttribute sortKey, KeyAttribute number, int least, List<Integer> earlier) {
    return new ShardedIndexSpec(name, partition, sortKey, shards, number, least, layout, earlier);
  }

  /** Another attribute for the number; {@code evenkeel.<index name>} of type N by default. */
  public ShardedIndexSpec shardAttribute(String attribute, ScalarAttributeType type) {
    return with(sort, new KeyAttribute(attribute, type), first, earlierShards);
  }

  /** Another first number; 0 by default. */
  public ShardedIndexSpec firstNumber(int number) {
    return with(sort, shard, number, earlierShards);
  }

  /**
   * All the counts that the index had before, each below {@link #shards()}; none by default.
   *
   * <p>An item from before a raise has the number that an earlier count gave it, and a start key
   * that was made from it says nothing of that: one from a page before the raise, or one made by
   * hand. Without the earlier counts such a start key is taken for a place at today's number, and
   * <strong>a query that resumes from it may leave out or repeat rows without an error</strong>.
   * {@code verifyAgainst} cannot see that a count was raised.
   *
   * <p>With them a start key is exact. Where the counts do not all give an item the same number,
   * its start keys carry {@code evenkeel.shard}. One that does not, from before the raise or made
   * by hand, is completed by a strongly consistent GetItem of the item, for the number alone: one
   * more round trip, at least one read unit, and the right to {@code dynamodb:GetItem}. If the item
   * is no longer in the index, the key is refused with an {@link
   * dev.evenkeel.core.InvalidStartKeyException}, and the query has to begin again.
   *
   * <p>One case remains: if the item at the end of a page is put again after the raise and before
   * the next page, it has moved to today's number, and the next page resumes from there.
   */
  public ShardedIndexSpec raisedFrom(int... earlierCounts) {
    return with(sort, shard, first, Arrays.stream(earlierCounts).boxed().toList());
  }
}
