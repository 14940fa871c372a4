package dev.evenkeel.sharding.internal.plan;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.answer.LogicalFailure;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Interceptor;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.core.operation.OperationTable;
import dev.evenkeel.core.operation.RequestTables;
import dev.evenkeel.core.operation.TableFamily;
import dev.evenkeel.core.operation.TableName;
import dev.evenkeel.core.operation.TableScope;
import dev.evenkeel.core.page.RowSizes;
import dev.evenkeel.sharding.internal.plan.batch.BatchGetPlan;
import dev.evenkeel.sharding.internal.plan.batch.BatchWritePlan;
import dev.evenkeel.sharding.internal.plan.counter.CounterOperations;
import dev.evenkeel.sharding.internal.plan.counter.CounterPlans;
import dev.evenkeel.sharding.internal.plan.counter.CounterTable;
import dev.evenkeel.sharding.internal.plan.item.DeletePlan;
import dev.evenkeel.sharding.internal.plan.item.GetPlan;
import dev.evenkeel.sharding.internal.plan.item.PutPlan;
import dev.evenkeel.sharding.internal.plan.item.UpdatePlan;
import dev.evenkeel.sharding.internal.plan.layout.ManagedTable;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import dev.evenkeel.sharding.internal.plan.query.PlainTwins;
import dev.evenkeel.sharding.internal.plan.query.QueryPlan;
import dev.evenkeel.sharding.internal.plan.query.ReadAheads;
import dev.evenkeel.sharding.internal.plan.query.ScanPlan;
import dev.evenkeel.sharding.internal.plan.table.RestorePlan;
import dev.evenkeel.sharding.internal.plan.table.TablePlan;
import dev.evenkeel.sharding.internal.plan.transact.TransactGetPlan;
import dev.evenkeel.sharding.internal.plan.transact.TransactWritePlan;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Turns a request into what will be done: nothing special, a plan, or a refusal. */
public final class ShardingPlanner {
  private final ManagedTables<ManagedTable> all;
  private final ManagedTables<ShardedTable> tables;
  private final ManagedTables<CounterTable> counters;
  private final PlainKeys plainKeys;
  private final ReadAheads readAheads;
  private final RowSizes rowSizes;
  private final PlainTwins twins;

  /**
   * @param specs one per table; where nothing is sharded the table is not managed at all
   * @param counterSpecs one per table of counters, none of which has another spec
   * @param families of tables, to which none of those belongs that have a spec of their own
   * @param scope where the client finds a table that is named plainly
   * @param readAheads where merged pages leave what they read beyond their end
   * @param twins who is told of items that are on no shard
   */
  public ShardingPlanner(
      List<ShardingSpec> specs,
      List<CounterSpec> counterSpecs,
      List<TableFamily<ManagedTable>> families,
      TableScope scope,
      ReadAheads readAheads,
      PlainTwins twins) {
    this(
        managed(specs, counterSpecs, families, scope),
        plain(specs, counterSpecs, families, scope),
        readAheads,
        RowSizes.learning(),
        twins);
  }

  /** The tables in which no key has shards, but keys may come with determinants. */
  private static PlainKeys plain(
      List<ShardingSpec> specs,
      List<CounterSpec> counterSpecs,
      List<TableFamily<ManagedTable>> families,
      TableScope scope) {
    Set<String> named =
        Stream.concat(
                specs.stream().map(ShardingSpec::tableName),
                counterSpecs.stream().map(CounterSpec::tableName))
            .map(table -> TableName.parse(table).name())
            .collect(Collectors.toSet());
    return new PlainKeys(
        ManagedTables.<ManagedTable>of(
                specs.stream()
                    .map(ShardedTable::new)
                    .filter(ShardedTable::dropsDeterminants)
                    .toList(),
                ManagedTable::tableName,
                families.stream()
                    .map(family -> family.except(named).keeping(ShardingPlanner::isPlain))
                    .toList(),
                scope)
            .only(ShardedTable.class));
  }

  private static boolean isPlain(ManagedTable table) {
    return table instanceof ShardedTable sharded && sharded.dropsDeterminants();
  }

  private static ManagedTables<ManagedTable> managed(
      List<ShardingSpec> specs,
      List<CounterSpec> counterSpecs,
      List<TableFamily<ManagedTable>> families,
      TableScope scope) {
    List<ManagedTable> named = new ArrayList<>();
    specs.forEach(spec -> named.add(new ShardedTable(spec)));
    counterSpecs.forEach(spec -> named.add(new CounterTable(spec)));
    ManagedTables.of(named, ManagedTable::tableName, scope);
    List<ManagedTable> plain = named.stream().filter(table -> !isManaged(table)).toList();
    named.removeAll(plain);
    Set<String> excepted = plain.stream().map(ManagedTable::name).collect(Collectors.toSet());
    return ManagedTables.of(
        named,
        ManagedTable::tableName,
        families.stream()
            .map(family -> family.except(excepted).keeping(ShardingPlanner::isManaged))
            .toList(),
        scope);
  }

  private static boolean isManaged(ManagedTable table) {
    return !(table instanceof ShardedTable sharded) || sharded.managed();
  }

  private ShardingPlanner(
      ManagedTables<ManagedTable> all,
      PlainKeys plainKeys,
      ReadAheads readAheads,
      RowSizes rowSizes,
      PlainTwins twins) {
    this.all = all;
    this.plainKeys = plainKeys;
    this.tables = all.only(ShardedTable.class);
    this.counters = all.only(CounterTable.class);
    this.readAheads = readAheads;
    this.rowSizes = rowSizes;
    this.twins = twins;
  }

  /**
   * A planner of the same tables that neither uses nor drops what was read ahead, and takes rows to
   * be small.
   */
  ShardingPlanner detached() {
    return new ShardingPlanner(
        all, plainKeys, ReadAheads.NONE, RowSizes.assumed(), PlainTwins.NONE);
  }

  ManagedTables<ManagedTable> tables() {
    return all;
  }

  /** Whether the page that {@code query} asks for would begin with rows read ahead. */
  boolean holdsReadAhead(QueryRequest query) {
    return query.hasExclusiveStartKey()
        && ReadAheads.mayServe(query)
        && readAheads.holds(ReadAheads.pageOf(query, query.exclusiveStartKey()));
  }

  /**
   * Plans a request.
   *
   * @return null if it names no sharded table and is to be sent as it is
   * @param <R> the response type that belongs to the request
   * @throws RefusedOperationException if it cannot be honoured exactly
   */
  @SuppressWarnings("unchecked") // each plan ends with the response type of its request
  public <R> @Nullable Plan<R> plan(DynamoDbRequest request) {
    DynamoDbRequest given = plainKeys.without(request);
    Plan<R> plan = (Plan<R>) planOf(given);
    if (plan == null) {
      return given.equals(request) ? null : (Plan<R>) sent(given);
    }
    boolean writes =
        readAheads.bytesMax() > 0 && Operation.of(request).kind() == Operation.Kind.ITEM_WRITE;
    return writes ? plan.with(flow -> noting(request, flow)) : plan;
  }

  private static Plan<?> sent(DynamoDbRequest request) {
    return Plan.of(Flow.ask(new TableCall<>(request)));
  }

  /**
   * Has plans hear of failures in logical terms: those of each request without the physical keys
   * that this very request holds. So no plan can pass on what the caller must not see.
   */
  public Interceptor failures() {
    return Interceptor.ofFailures(
        (request, failure) ->
            request instanceof TableCall<?> call
                ? LogicalFailure.of(failure, AskedKeys.of(all, call.request()))
                : failure);
  }

  /** Drops what was read ahead of the keys that a flow writes: before it writes, and after. */
  private <R> Flow<R> noting(DynamoDbRequest request, Flow<R> flow) {
    List<ReadAheads.Scope> keys = WrittenKeys.of(tables, request);
    keys.forEach(readAheads::written);
    return flow.map(
            result -> {
              keys.forEach(readAheads::written);
              return result;
            })
        .mapFailure(
            failure -> {
              keys.forEach(readAheads::written);
              return failure;
            });
  }

  private @Nullable Plan<?> planOf(DynamoDbRequest request) {
    if (counters.isEmpty()) {
      return planOfSharded(request);
    }
    refuseIfManaged(counters, CounterOperations.TABLE, request);
    Plan<?> ofCounter = CounterPlans.of(counters, request, rowSizes);
    return ofCounter == null ? planOfSharded(request) : ofCounter;
  }

  private @Nullable Plan<?> planOfSharded(DynamoDbRequest request) {
    if (request instanceof GetItemRequest get) {
      ShardedTable table = tables.find(get.tableName());
      return table == null ? null : GetPlan.of(table, get);
    }
    if (request instanceof PutItemRequest put) {
      ShardedTable table = tables.find(put.tableName());
      return table == null ? null : PutPlan.of(table, put);
    }
    if (request instanceof UpdateItemRequest update) {
      ShardedTable table = tables.find(update.tableName());
      return table == null ? null : UpdatePlan.of(table, update);
    }
    if (request instanceof DeleteItemRequest delete) {
      ShardedTable table = tables.find(delete.tableName());
      return table == null ? null : DeletePlan.of(table, delete);
    }
    if (request instanceof QueryRequest query) {
      ShardedTable table = tables.find(query.tableName());
      return table == null ? null : QueryPlan.of(table, query, readAheads, rowSizes, twins);
    }
    if (request instanceof ScanRequest scan) {
      ShardedTable table = tables.find(scan.tableName());
      return table == null ? null : ScanPlan.of(table, scan);
    }
    if (request instanceof TransactGetItemsRequest get) {
      return tables.namedBy(get) ? TransactGetPlan.of(tables, get) : null;
    }
    if (request instanceof TransactWriteItemsRequest write) {
      return tables.namedBy(write) ? TransactWritePlan.of(tables, write) : null;
    }
    if (request instanceof BatchGetItemRequest batch) {
      return all.namedBy(batch) ? BatchGetPlan.of(all, batch) : null;
    }
    if (request instanceof BatchWriteItemRequest batch) {
      return all.namedBy(batch) ? BatchWritePlan.of(all, batch) : null;
    }
    refuseIfManaged(tables, ShardingOperations.TABLE, request);
    Plan<?> table = TablePlan.of(all, request);
    return table == null ? RestorePlan.of(all, request) : table;
  }

  private static void refuseIfManaged(
      ManagedTables<?> tables, OperationTable operations, DynamoDbRequest request) {
    Operation operation = Operation.of(request);
    if (operations.disposition(operation) == Disposition.REFUSE && tables.namedBy(request)) {
      throw operations.refusal(operation, tableNamedIn(tables, request));
    }
  }

  private static String tableNamedIn(ManagedTables<?> tables, DynamoDbRequest request) {
    return RequestTables.of(request).stream()
        .filter(name -> tables.find(name) != null)
        .findFirst()
        .orElse("a table of the statement");
  }
}
