package dev.evenkeel.sharding.spec;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Picks the shard of a write.
 *
 * <p>A <em>calculated</em> selector is a function of the item's determinants, so the shard of an
 * item is known again when it is read, replaced or deleted. A <em>drawn</em> selector has no
 * determinants: the shard is known to nobody but the table, and finding an item means looking in
 * every shard.
 *
 * <p>Implementations must be safe for use by many threads. A calculated selector is part of the
 * table's on-disk format: it must return the same shard for the same values for as long as the
 * table lives, in every process.
 */
public interface ShardSelector {

  /**
   * The attributes the shard is calculated from, in order; empty if the shard is drawn. They must
   * be of type S, N or B.
   */
  List<String> determinants();

  /**
   * Picks a shard.
   *
   * @param determinants the values of {@link #determinants()}; N values are in canonical form
   * @param shardCount how many shards there are, at least 1
   * @return a shard index in 0..shardCount-1
   * @throws IllegalArgumentException if it cannot calculate from these values. The request is
   *     refused with its message, which must not hold the values
   */
  int select(Map<String, AttributeValue> determinants, int shardCount);

  /** A name that tells this selection from every other, for instance {@code hash:orderId}. */
  String id();

  /** Whether the shard is a function of the item. */
  default boolean calculated() {
    return !determinants().isEmpty();
  }

  /**
   * Calculates the shard from a stable hash of one or more attributes: the default, over the sort
   * key. The hash is frozen (see the wire format): XXH3-64 over type-tagged bytes, reduced by
   * unsigned remainder.
   *
   * <p>An attribute outside the key must never differ between two writes of one key: a put with
   * another value of it may land on another shard, where it neither replaces the older item nor
   * sees it in a condition, and both remain.
   */
  static ShardSelector hashOf(String attribute, String... more) {
    return new HashSelector(attribute, more);
  }

  /**
   * Draws a shard at random for each write, as AWS's text on randomizing across multiple partition
   * key values has it. Only for items whose sort keys are unique: a second put of the same key
   * would land on another shard and leave both.
   */
  static ShardSelector random() {
    return DrawnSelector.random();
  }

  /**
   * Takes the shards in turn, as AWS's text on high-volume streams of events has it. Each selector
   * starts at a random shard, so that a fleet that starts together does not write in step. The same
   * restriction as for {@link #random()} holds.
   */
  static ShardSelector rotating() {
    return DrawnSelector.rotating();
  }

  /**
   * The calculation that AWS's text gives as an example: the product of the code points of a string
   * attribute, modulo the shard count. It exists only to read and extend tables that were built
   * with it. <strong>It does not spread</strong>: a product is even as soon as one factor is, so of
   * 200 shards sequential order ids use five, and random UUIDs one.
   */
  static ShardSelector productOfCodePoints(String attribute) {
    return new CodePointProductSelector(attribute);
  }
}
