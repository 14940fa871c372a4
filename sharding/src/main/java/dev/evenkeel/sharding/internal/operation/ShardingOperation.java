package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.item.WrittenItems;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.live.LayoutLease;
import dev.evenkeel.sharding.internal.move.Contention;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * The behavior of sharding for one operation. A subclass defines all of it.
 *
 * @param <Q> the operation's request
 * @param <R> the operation's response
 */
abstract class ShardingOperation<Q extends DynamoDbRequest, R>
    extends OperationPlan<ShardingTables, Q, Plan<R>> {

  ShardingOperation(
      Operation operation, Class<Q> requestType, Disposition disposition, String summary) {
    super(operation, requestType, disposition, summary);
  }

  /** Adds the items that the request writes, or checks; none for a read. */
  void written(Q request, WrittenItems items) {}

  /**
   * Whether a call on a live table waits for the end of a change of one of its keys: each write.
   */
  boolean waits() {
    return operation().kind() == Operation.Kind.ITEM_WRITE;
  }

  /** Adds the items of which a request that waits has to know their places. */
  void waitsFor(Q request, WrittenItems items) {
    written(request, items);
  }

  /** Whether a second plan of a request draws anew, on a table that does. */
  boolean drawsAnew() {
    return true;
  }

  /** Whether a request that is done once more may do more than once: an update may add. */
  boolean addsUp() {
    return false;
  }

  /** The request with the token of its own by which DynamoDB knows its repeats, if it has one. */
  Q withToken(Q request, Supplier<String> token) {
    return request;
  }

  /**
   * Plans a request while items of its tables are being moved. One that writes first brings its
   * items to their new places, and is sent there then.
   */
  Plan<R> whileMoving(MovingTables tables, Q request) {
    Plan<R> moved = byTarget(tables, request);
    List<Flow<Done>> settled = tables.settled(this, request);
    Flow<R> flow =
        Flow.awaitAll(settled)
            .then(
                done ->
                    Retries.repeated(
                        () -> byTarget(tables, request).flow(),
                        failure -> Contention.isMet(failure) && !isUnsafeToRepeat(request),
                        Retries.CALL_MAX));
    if (settled.isEmpty()) {
      return moved.with(before -> flow);
    }
    return MovingTables.following(
        moved.with(before -> flow),
        "for each item that is at its old place a transaction that copies it and a DeleteItem, and then the request at the new places");
  }

  /** An attempt before the one that met a transaction may have been applied. */
  private boolean isUnsafeToRepeat(Q request) {
    return addsUp() && LayoutLease.mayHaveUpdated(request);
  }

  /** The plan by the layouts after the moves. */
  final Plan<R> byTarget(MovingTables tables, Q request) {
    return relocated(tables.to(), request);
  }

  /** The plan of a request on live tables, sent to the tables that hold their items. */
  final Plan<R> relocated(ShardingTables tables, Q request) {
    Plan<R> plan = Objects.requireNonNull(plan(tables, request), "a live table is managed");
    return plan.with(tables.relocation()::of);
  }

  /** Adds the shards that a physical request of this kind goes to. */
  void places(Q request, ShardPlaces places) {
    waitsFor(request, places);
  }

  /** Explains in words how the shard of a put is drawn. */
  String drawnPut(Q request) {
    return "the shard of a put is drawn for each call: this one is an example";
  }

  /**
   * Further notes for readers.
   *
   * @param asks the first physical requests
   */
  List<String> notes(ShardingTables tables, Q request, List<DynamoDbRequest> asks) {
    return List.of();
  }

  /** An operation on the items of one table, which is sharded or holds counters. */
  abstract static class ItemOperation<Q extends DynamoDbRequest, R>
      extends ShardingOperation<Q, R> {

    private final Function<Q, @Nullable String> tableName;

    ItemOperation(
        Operation operation,
        Class<Q> requestType,
        Function<Q, @Nullable String> tableName,
        Disposition disposition,
        String summary) {
      super(operation, requestType, disposition, summary);
      this.tableName = tableName;
    }

    abstract Plan<R> onSharded(ShardingTables tables, ShardedTable table, Q request);

    /** An operation without one is refused on counters, before it is planned. */
    Plan<R> onCounter(ShardingTables tables, CounterTable table, Q request) {
      throw new IllegalStateException(operation() + " is refused on counters");
    }

    @Override
    public final @Nullable Plan<R> plan(ShardingTables tables, Q request) {
      ManagedTable table = tables.all().find(tableName.apply(request));
      return table == null
          ? null
          : table.byKind(
              sharded -> onSharded(tables, sharded, request),
              counter -> onCounter(tables, counter, request));
    }
  }
}
