package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.item.KeyAttribute;
import org.jspecify.annotations.Nullable;

/**
 * A secondary index whose partition key is the table's sharded attribute, so that it holds physical
 * keys. A query on it is merged from all shards in the order of the index's own sort key, which
 * nothing here asks DynamoDB for: an index that is not declared cannot be queried by the logical
 * key. Without a sort key a query comes shard by shard, each in DynamoDB's own order.
 *
 * @param name as DynamoDB knows it
 * @param scope whether it is local or global
 * @param sort its sort key; null if it has none
 */
public record IndexSpec(String name, Scope scope, @Nullable KeyAttribute sort) {

  /** The kind of secondary index. */
  public enum Scope {
    /** Local: it may be read consistently, and shows attributes that are not projected too. */
    LOCAL,

    /** Global: it is eventually consistent and shows what is projected. */
    GLOBAL
  }
}
