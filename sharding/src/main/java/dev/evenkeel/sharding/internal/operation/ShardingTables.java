package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.page.RowSizes;
import dev.evenkeel.sharding.internal.counter.CounterTable;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.query.PlainTwins;
import dev.evenkeel.sharding.internal.query.ReadAheads;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * The tables of a client, and what its queries remember.
 *
 * @param all both kinds together
 * @param readAheads where merged pages leave what they read beyond their end
 * @param twins who is told of items that are on no shard
 */
record ShardingTables(
    ManagedTables<ManagedTable> all,
    ManagedTables<ShardedTable> sharded,
    ManagedTables<CounterTable> counters,
    ReadAheads readAheads,
    RowSizes rowSizes,
    PlainTwins twins) {

  static ShardingTables of(
      ManagedTables<ManagedTable> all, ReadAheads readAheads, RowSizes rowSizes, PlainTwins twins) {
    return new ShardingTables(
        all,
        all.only(ShardedTable.class),
        all.only(CounterTable.class),
        readAheads,
        rowSizes,
        twins);
  }

  /** The same tables; nothing read ahead is used or dropped, and rows are taken to be small. */
  ShardingTables detached() {
    return new ShardingTables(
        all, sharded, counters, ReadAheads.NONE, RowSizes.assumed(), PlainTwins.NONE);
  }

  /** Whether the page that {@code query} asks for would begin with rows read ahead. */
  boolean holdsReadAhead(QueryRequest query) {
    return query.hasExclusiveStartKey()
        && ReadAheads.mayServe(query)
        && readAheads.holds(ReadAheads.pageOf(query, query.exclusiveStartKey()));
  }
}
