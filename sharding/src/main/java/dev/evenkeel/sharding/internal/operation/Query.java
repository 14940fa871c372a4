package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.RowSizes;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.counter.CounterQueryPlan;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.operation.MovingTables.Moving;
import dev.evenkeel.sharding.internal.operation.ShardingOperation.ItemOperation;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import dev.evenkeel.sharding.internal.query.MovedQuery;
import dev.evenkeel.sharding.internal.query.MovedStartKeys;
import dev.evenkeel.sharding.internal.query.QueryPlan;
import dev.evenkeel.sharding.internal.query.QueryTarget;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Query: one request where one shard can hold matches, otherwise a merge of all. */
final class Query extends ItemOperation<QueryRequest, QueryResponse> {

  Query() {
    super(
        Operation.QUERY,
        QueryRequest.class,
        QueryRequest::tableName,
        Disposition.FAN_OUT,
        "Reads every shard and merges, also on an index that is keyed by the sharded attribute or"
            + " sharded itself; one shard if the key condition tells it; passes through on"
            + " other indexes");
  }

  @Override
  Plan<QueryResponse> onSharded(ShardingTables tables, ShardedTable table, QueryRequest request) {
    return QueryPlan.of(table, request, tables.readAheads(), tables.rowSizes(), tables.unsharded());
  }

  @Override
  Plan<QueryResponse> onCounter(ShardingTables tables, CounterTable table, QueryRequest request) {
    return CounterQueryPlan.of(table, request, tables.rowSizes());
  }

  @Override
  Plan<QueryResponse> whileMoving(MovingTables tables, QueryRequest request) {
    Moving table = tables.find(request.tableName());
    if (table == null) {
      return byTarget(tables, request);
    }
    return QueryTarget.byTableKey(table.to(), request.indexName()) == null
        ? onOtherIndex(table, tables.to().rowSizes(), request)
        : MovedQuery.of(
            List.of(table.from(), table.to()),
            tables.to().rowSizes(),
            request,
            tables.shadowReads());
  }

  /** An index of another key holds a logical key's items from all places together. */
  private static Plan<QueryResponse> onOtherIndex(
      Moving table, RowSizes rowSizes, QueryRequest request) {
    Call call = new Call("Query", request.tableName());
    if (!table.isWithinTable()) {
      throw call.refuse(
          "items are being moved to another table, and index '%s' of either holds a part of them, in no order that both share"
              .formatted(request.indexName()),
          "Query the table itself or an index with its partition key, or try again when the move is complete");
    }
    MovedStartKeys startKeys = table.startKeys(call, request.indexName());
    QueryRequest renewed =
        request.hasExclusiveStartKey()
            ? request.toBuilder()
                .exclusiveStartKey(startKeys.renewed(request.exclusiveStartKey()))
                .build()
            : request;
    return MovedQuery.page(table.wider(), renewed, rowSizes);
  }

  @Override
  void places(QueryRequest request, ShardPlaces places) {
    places.addQuery(request);
  }

  @Override
  List<String> notes(ShardingTables tables, QueryRequest request, List<DynamoDbRequest> asks) {
    List<String> notes = new ArrayList<>();
    if (asks.size() > 1 && asks.get(0) instanceof QueryRequest first && first.limit() != null) {
      ManagedTable table = tables.all().find(first.tableName());
      boolean share = table == null || table.byKind(sharded -> true, counter -> false);
      notes.add(
          "each is asked for %d rows%s"
              .formatted(first.limit(), share ? ", its likely share" : ""));
    }
    if (tables.readAheads().holdsPage(request)) {
      notes.add("rows read ahead are held for this page, so that less may be sent, or nothing");
    }
    return notes;
  }
}
