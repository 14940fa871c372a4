package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.answer.LogicalFailure;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Interceptor;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.TableFamily;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.core.internal.page.RowSizes;
import dev.evenkeel.core.operation.LayerRules;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.counter.CounterOperations;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.Relocation;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.live.Layouts;
import dev.evenkeel.sharding.internal.query.ReadAheads;
import dev.evenkeel.sharding.internal.query.ReadAheads.WrittenKeys;
import dev.evenkeel.sharding.internal.query.UnshardedItems;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** Turns a request into what will be done: nothing special, a plan, or a refusal. */
public final class ShardingPlanner {
  private final ShardingTables tables;
  private final @Nullable LiveTables live;
  private final boolean detached;

  /**
   * @param specs one per table; where nothing is sharded the table is not managed at all
   * @param counterSpecs one per table of counters, none of which has another spec
   * @param families of tables, to which none of those belongs that have a spec of their own
   * @param scope where the client finds a table that is named plainly
   * @param readAheads where merged pages leave what they read beyond their end
   * @param unsharded the listener for items that are on no shard
   */
  public ShardingPlanner(
      List<ShardingSpec> specs,
      List<CounterSpec> counterSpecs,
      List<TableFamily<ManagedTable>> families,
      TableScope scope,
      ReadAheads readAheads,
      UnshardedItems unsharded) {
    this(
        ShardingTables.of(specs, counterSpecs, families, scope, readAheads, unsharded),
        null,
        false);
  }

  /**
   * @param live the tables whose layout is looked up; null if there is none
   */
  private ShardingPlanner(ShardingTables tables, @Nullable LiveTables live, boolean detached) {
    this.tables = tables;
    this.live = live;
    this.detached = detached;
  }

  /**
   * A planner of the same tables, some of which have their layouts looked up.
   *
   * @param layouts where, by the name or ARN of a table
   * @param below the layers that the client stands over
   */
  public ShardingPlanner withLayouts(
      Map<String, Layouts> layouts, List<? extends LayerRules> below) {
    return layouts.isEmpty()
        ? this
        : new ShardingPlanner(tables, LiveTables.of(tables, layouts, below), detached);
  }

  /**
   * A planner of the same tables that neither uses nor drops what was read ahead, and takes rows to
   * be small.
   */
  ShardingPlanner detached() {
    return new ShardingPlanner(tables, live, true);
  }

  /** The tables as they are known now. */
  ShardingTables tables() {
    ShardingTables known = live == null ? tables : live.known();
    return detached ? known.detached() : known;
  }

  /**
   * Plans a request.
   *
   * @return null if it names no sharded table and is to be sent as it is
   * @param <R> the response type that belongs to the request
   * @throws RefusedOperationException if it cannot be honoured exactly
   */
  public <R> @Nullable Plan<R> plan(DynamoDbRequest request) {
    DynamoDbRequest given =
        tables.plain().isEmpty() ? request : new PlainKeys(tables.plain()).without(request);
    if (!tables.counters().isEmpty()) {
      CounterOperations.TABLE.refuseOn(tables.counters(), given);
    }
    ShardingOperation<DynamoDbRequest, R> operation = ShardingOperations.of(given);
    if (operation == null) {
      ShardingOperations.TABLE.refuseOn(tables.sharded(), given);
      return null;
    }
    Plan<R> plan = live == null ? null : onLive(live, operation, given);
    if (plan == null) {
      plan = operation.plan(tables(), given);
    }
    if (plan == null) {
      return given.equals(request)
          ? null
          : Plan.of(operation.named(Flow.ask(new TableCall<R>(given))));
    }
    WrittenKeys written = new WrittenKeys(tables.sharded(), operation.operation());
    if (!detached && tables.readAheads().bytesMax() > 0) {
      operation.written(request, written);
    }
    return plan.with(
        flow ->
            operation.named(
                written.isEmpty()
                    ? flow
                    : ReadAheads.noting(() -> tables().readAheads(), written, flow)));
  }

  private <R> @Nullable Plan<R> onLive(
      LiveTables tablesOf, ShardingOperation<DynamoDbRequest, R> operation, DynamoDbRequest given) {
    return detached
        ? tablesOf.explained(operation, given, tables())
        : tablesOf.plan(operation, given);
  }

  /**
   * Translates failures for plans into logical terms: each request's failures lose the physical
   * keys of that request. So no plan can pass physical keys to the caller.
   */
  public Interceptor failures() {
    return Interceptor.ofFailures(
        (request, failure) ->
            request instanceof TableCall<?> call
                ? LogicalFailure.of(
                    failure, RequestKeys.of(tables().all(), callerNames(), call.request()))
                : failure);
  }

  private Map<String, String> callerNames() {
    return live == null ? Map.of() : live.callerNames();
  }

  /**
   * The tables of a client, and the shared state of its queries.
   *
   * @param all both kinds together
   * @param plain the tables in which no key has shards, but keys may come with determinants
   * @param readAheads where merged pages leave what they read beyond their end
   * @param unsharded the listener for items that are on no shard
   * @param relocation to the tables that hold the items of some
   */
  record ShardingTables(
      ManagedTables<ManagedTable> all,
      ManagedTables<ShardedTable> sharded,
      ManagedTables<CounterTable> counters,
      ManagedTables<ShardedTable> plain,
      ReadAheads readAheads,
      RowSizes rowSizes,
      UnshardedItems unsharded,
      Relocation relocation) {

    /** The tables of a planner's specs and families. */
    static ShardingTables of(
        List<ShardingSpec> specs,
        List<CounterSpec> counterSpecs,
        List<TableFamily<ManagedTable>> families,
        TableScope scope,
        ReadAheads readAheads,
        UnshardedItems unsharded) {
      List<ManagedTable> named = new ArrayList<>();
      specs.forEach(spec -> named.add(new ShardedTable(spec)));
      counterSpecs.forEach(spec -> named.add(new CounterTable(spec)));
      ManagedTables.of(named, ManagedTable::tableName, scope); // refuses a table with two specs
      ManagedTables<ManagedTable> all = those(ManagedTable::managed, named, families, scope);
      return new ShardingTables(
          all,
          all.only(ShardedTable.class),
          all.only(CounterTable.class),
          those(ManagedTable::dropsDeterminants, named, families, scope).only(ShardedTable.class),
          readAheads,
          RowSizes.learning(),
          unsharded,
          Relocation.NONE);
    }

    /** The same tables, of which some are laid out otherwise; nothing is read ahead yet. */
    ShardingTables with(Map<String, ManagedTable> others) {
      ManagedTables<ManagedTable> replaced = all.replacing(others);
      return new ShardingTables(
          replaced,
          replaced.only(ShardedTable.class),
          replaced.only(CounterTable.class),
          plain,
          readAheads.fresh(),
          rowSizes,
          unsharded,
          relocation.with(others.values()));
    }

    /** The same tables; nothing read ahead is used or dropped, and rows are taken to be small. */
    ShardingTables detached() {
      return new ShardingTables(
          all,
          sharded,
          counters,
          plain,
          ReadAheads.NONE,
          RowSizes.assumed(),
          UnshardedItems.NONE,
          relocation);
    }

    /** Refuses a request that names both a table and the one that holds its items. */
    void refuseOthers(DynamoDbRequest request) {
      relocation.refuseOthers(Operation.of(request).sdkName(), request);
    }

    /** The tables of one sort. Those that are named belong to no family, of whatever sort. */
    private static ManagedTables<ManagedTable> those(
        Predicate<ManagedTable> wanted,
        List<ManagedTable> named,
        List<TableFamily<ManagedTable>> families,
        TableScope scope) {
      Set<String> others =
          named.stream()
              .filter(wanted.negate())
              .map(ManagedTable::name)
              .collect(Collectors.toSet());
      return ManagedTables.of(
          named.stream().filter(wanted).toList(),
          ManagedTable::tableName,
          families.stream().map(family -> family.except(others).keeping(wanted)).toList(),
          scope);
    }
  }
}
