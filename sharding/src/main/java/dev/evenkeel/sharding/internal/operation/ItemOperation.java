package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.counter.CounterTable;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** An operation on the items of one table, which is sharded or holds counters. */
abstract class ItemOperation<Q extends DynamoDbRequest, R> extends ShardingOperation<Q, R> {

  ItemOperation(
      Operation operation, Class<Q> requestType, Disposition disposition, String summary) {
    super(operation, requestType, disposition, summary);
  }

  abstract @Nullable String tableName(Q request);

  abstract Plan<R> onSharded(ShardingTables tables, ShardedTable table, Q request);

  /** An operation without one is refused on counters, before it is planned. */
  Plan<R> onCounter(ShardingTables tables, CounterTable table, Q request) {
    throw new IllegalStateException(operation() + " is refused on counters");
  }

  @Override
  final @Nullable Plan<R> explained(ShardingTables tables, Q request) {
    ManagedTable table = tables.all().find(tableName(request));
    if (table instanceof CounterTable counter) {
      return onCounter(tables, counter, request);
    }
    return table instanceof ShardedTable sharded ? onSharded(tables, sharded, request) : null;
  }
}
