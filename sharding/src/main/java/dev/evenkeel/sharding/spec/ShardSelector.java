package dev.evenkeel.sharding.spec;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Picks the shard of a write.
 *
 * <p>A <em>calculated</em> selector is a function of the item's determinants, so the shard of an
 * item is known again when it is read, replaced or deleted. A <em>drawn</em> selector has no
 * determinants: only the table knows the shard, and finding an item means looking in every shard.
 *
 * <p>A put that failed may have happened. Under a calculated selector it may be repeated, since it
 * goes to the same shard. Under {@link #random()} and {@link #rotating()} a repeat is drawn anew
 * and may leave the item twice; {@link #byToken} draws a repeat alike. Repeats by the SDK itself
 * are the same request and safe under each. So are transactions with a {@code ClientRequestToken},
 * whose shards are drawn by it.
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
   * The attributes of a drawn selector that hold a write's idempotency token, in order: writes with
   * one token go to one shard. Each put must give them, of type S, N or B; reads need not know
   * them. Empty, as by default, if each write is drawn anew.
   */
  default List<String> tokenAttributes() {
    return List.of();
  }

  /**
   * Picks a shard.
   *
   * @param determinants the values of {@link #determinants()} and {@link #tokenAttributes()}; N
   *     values are in canonical form
   * @param shardCount how many shards there are, at least 1
   * @return a shard index in 0..shardCount-1
   * @throws IllegalArgumentException if it cannot calculate from these values. The request is
   *     refused with its message, which must not hold the values
   */
  int select(Map<String, AttributeValue> determinants, int shardCount);

  /** A name that is unique to this selection, for instance {@code hash:orderId}. */
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
   * key values has it. Only for items whose {@linkplain ShardingSpec.Builder#uniqueSortKeys sort
   * keys are unique}: a second put of the same key would land on another shard and leave both, the
   * older one unseen. That includes the repeat of a put that seemed to fail: {@link #byToken} is
   * for callers who repeat.
   */
  static ShardSelector random() {
    return OtherSelectors.DrawnSelector.random();
  }

  /**
   * Takes the shards in turn, as AWS's text on high-volume streams of events has it. Each selector
   * starts at a random shard, so that a fleet that starts together does not write in step. The same
   * restriction as for {@link #random()} holds.
   */
  static ShardSelector rotating() {
    return OtherSelectors.DrawnSelector.rotating();
  }

  /**
   * Draws a shard by an idempotency token that each item carries, such as a request's id: a put
   * that is repeated with its token, by whatever process, goes to the same shard and replaces
   * itself, where {@link #random()} would leave the item twice. In batches and transactions as
   * well; the token comes before a transaction's own.
   *
   * <p>Otherwise as {@link #random()}: it spreads as the tokens do, which a hash makes even, items
   * are looked for on every shard, conditions of puts are refused, and sort keys must be unique but
   * for repeats. Where the sort key itself is the same in a repeat, {@link #hashOf} of it does the
   * same and finds items at once. The hash is the frozen one; a put without the attribute is
   * refused.
   */
  static ShardSelector byToken(String attribute, String... more) {
    return new OtherSelectors.TokenSelector(attribute, more);
  }

  /**
   * The calculation that AWS's text gives as an example: the product of the code points of a string
   * attribute, modulo the shard count. It exists only to read and extend tables that were built
   * with it. <strong>It does not spread</strong>: a product is even as soon as one factor is, so of
   * 200 shards sequential order ids use five, and random UUIDs one.
   */
  static ShardSelector productOfCodePoints(String attribute) {
    return new OtherSelectors.CodePointProductSelector(attribute);
  }
}
