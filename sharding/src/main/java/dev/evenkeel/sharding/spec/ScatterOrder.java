package dev.evenkeel.sharding.spec;

/** The order in which a query returns the items of a logical key. */
public enum ScatterOrder {
  /** By sort key over all shards, exactly: what DynamoDB does with an unsharded key. */
  SORTED,

  /**
   * Shard after shard, by sort key only within each: for exports and other readers that do not
   * mind. A page reads nothing twice and nothing beyond its end, so a drain costs what the bytes
   * cost. One shard is read at a time; to read a whole table faster, scan it in segments. With a
   * filter a page may evaluate a few rows more than its limit, and never returns more.
   */
  SHARD_BY_SHARD
}
