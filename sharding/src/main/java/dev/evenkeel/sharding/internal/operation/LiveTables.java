package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.operation.RequestTables;
import dev.evenkeel.core.operation.LayerRules;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.layout.Relocation;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.live.LayoutLease;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.LayoutSession;
import dev.evenkeel.sharding.internal.live.Layouts;
import dev.evenkeel.sharding.internal.live.LiveCall;
import dev.evenkeel.sharding.internal.live.LiveCall.Scope;
import dev.evenkeel.sharding.internal.live.StaleLayoutException;
import dev.evenkeel.sharding.internal.move.Contention;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import dev.evenkeel.sharding.internal.query.ReadAheads.WrittenKeys;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * The tables of a client whose layout is looked up in a record. A call on them is planned by the
 * records that hold when it begins, and planned anew where they do not hold to its end.
 */
final class LiveTables {
  private final ShardingTables bySpec;
  private final Map<String, Live> live;
  private final List<? extends LayerRules> below;
  private volatile Known known;

  /** A table, and what this client knows of its layout. */
  private record Live(ManagedTable table, LayoutSession session, Layouts layouts) {}

  /**
   * The tables by certain records.
   *
   * @param records by table; none for one whose record was not read yet
   */
  private record Known(Map<String, LayoutRecord> records, ShardingTables tables) {
    boolean areBy(Map<String, LayoutRecord> some) {
      for (Map.Entry<String, LayoutRecord> entry : some.entrySet()) {
        LayoutRecord own = records.get(entry.getKey());
        if (own == null || own.version() != entry.getValue().version()) {
          return false;
        }
      }
      return true;
    }
  }

  private LiveTables(
      ShardingTables bySpec, Map<String, Live> live, List<? extends LayerRules> below) {
    this.bySpec = bySpec;
    this.live = live;
    this.below = below;
    this.known = new Known(Map.of(), bySpec);
  }

  /**
   * @param layouts by the name or ARN of a table, where its layout is looked up
   * @param below the layers that the client stands over
   */
  static LiveTables of(
      ShardingTables tables, Map<String, Layouts> layouts, List<? extends LayerRules> below) {
    Map<String, Live> live = new LinkedHashMap<>();
    layouts.forEach(
        (name, own) -> {
          ManagedTable table = Objects.requireNonNull(tables.all().find(name), "it is managed");
          LayoutSession session = own.of(table.name(), table.layoutId());
          live.put(table.name(), new Live(table, session, own));
        });
    return new LiveTables(tables, live, below);
  }

  private static boolean actsOnItems(DynamoDbRequest request) {
    Operation.Kind kind = Operation.of(request).kind();
    return kind == Operation.Kind.ITEM_READ || kind == Operation.Kind.ITEM_WRITE;
  }

  /** Those on whose items a request acts; none for any other request. */
  private List<Live> named(DynamoDbRequest request) {
    if (!actsOnItems(request)) {
      return List.of();
    }
    List<Live> named = new ArrayList<>(1);
    RequestTables.anyMatch(
        request,
        name -> {
          ManagedTable table = bySpec.all().find(name);
          Live found = table == null ? null : live.get(table.name());
          if (found != null && !named.contains(found)) {
            named.add(found);
          }
          return false; // it goes on to the next table
        });
    return named;
  }

  /** All tables as far as their records are known, held or not. */
  ShardingTables known() {
    return tables(knownRecords());
  }

  /** The names of tables by those of the tables that hold their items, or are to hold them. */
  Map<String, String> callerNames() {
    Map<String, String> names = new HashMap<>();
    knownRecords()
        .forEach(
            (name, record) -> {
              TableLayout target = record.target();
              Stream.of(record.layout(), target == null ? record.layout() : target)
                  .map(TableLayout::table)
                  .filter(Objects::nonNull)
                  .forEach(table -> names.put(table.name(), name));
            });
    return names;
  }

  private Map<String, LayoutRecord> knownRecords() {
    Map<String, LayoutRecord> records = new HashMap<>();
    live.forEach(
        (name, table) -> {
          LayoutRecord record = table.session().record();
          if (record != null) {
            records.put(name, record);
          }
        });
    return records;
  }

  /** The tables by these records, and the others as they were. */
  private ShardingTables tables(Map<String, LayoutRecord> some) {
    Known last = known;
    if (last.areBy(some)) {
      return last.tables();
    }
    Map<String, LayoutRecord> records = new HashMap<>(last.records());
    records.putAll(some);
    Map<String, ManagedTable> changed = new HashMap<>();
    records.forEach(
        (name, record) ->
            changed.put(name, Objects.requireNonNull(live.get(name)).table().by(record.layout())));
    Known next = new Known(Map.copyOf(records), bySpec.with(changed));
    known = next;
    return next.tables();
  }

  /** Plans a call on items, among them some of live tables; null for any other. */
  <R> @Nullable Plan<R> plan(
      ShardingOperation<DynamoDbRequest, R> operation, DynamoDbRequest request) {
    List<Live> named = named(request);
    if (named.isEmpty()) {
      return null;
    }
    List<Scope> scopes = new ArrayList<>(named.size());
    for (Live table : named) {
      String name = table.table().name();
      scopes.add(
          new Scope(
              name,
              table.session(),
              () -> keys(operation, request).of(name),
              operation.drawsAnew() && table.table().drawsAnew()));
    }
    Layouts layouts = named.get(0).layouts();
    DynamoDbRequest once = operation.withToken(request, layouts::token);
    LiveCall call = new LiveCall(scopes, operation.waits(), layouts.clock());
    return Plan.of(
        call.run(
            lease -> {
              Flow<R> plan = planned(operation, once, lease);
              return operation.addsUp() ? unlessUnanswered(plan, lease, named.get(0)) : plan;
            }));
  }

  /** Fails what may have happened: planned anew, the SDK would count its attempts anew. */
  private static <R> Flow<R> unlessUnanswered(Flow<R> plan, LayoutLease lease, Live table) {
    return plan.recover(
        failure ->
            lease.mayHaveUpdated()
                && (StaleLayoutException.isBehind(failure)
                    || (lease.isOfMove() && Contention.isMet(failure))),
        failure -> Flow.failed(LayoutUnknownException.changed(table.table().name())));
  }

  /** The keys of a call that waits; none, which stand for all, if its plan will refuse one. */
  private <R> WrittenKeys keys(
      ShardingOperation<DynamoDbRequest, R> operation, DynamoDbRequest request) {
    WrittenKeys keys = new WrittenKeys(bySpec.sharded(), operation.operation());
    try {
      operation.waitsFor(request, keys);
      return keys;
    } catch (RefusedOperationException | DynamoDbException e) {
      return new WrittenKeys(bySpec.sharded(), operation.operation());
    }
  }

  private <R> Flow<R> planned(
      ShardingOperation<DynamoDbRequest, R> operation, DynamoDbRequest request, LayoutLease lease) {
    DynamoDbRequest guarded = lease.writes() ? lease.on(request) : request;
    Map<String, LayoutRecord> records = lease.records();
    requireSeries(operation, request, records);
    return planned(operation, request, guarded, records, tables(records)).flow();
  }

  /**
   * @param guarded the request, sent under its lease if it has one
   * @param tables all tables by these records
   */
  private <R> Plan<R> planned(
      ShardingOperation<DynamoDbRequest, R> operation,
      DynamoDbRequest request,
      DynamoDbRequest guarded,
      Map<String, LayoutRecord> records,
      ShardingTables tables) {
    MovingTables moving = moving(tables, records);
    if (moving != null) {
      return moving.plan(operation, guarded);
    }
    tables.refuseOthers(request);
    return operation.relocated(tables, guarded);
  }

  /**
   * Sees to it that the client has the time series that items are in, or will be. Refuses writes of
   * items that it takes none of, once a move to it is announced: all items were looked at, or will
   * be, and none may come that cannot be moved.
   */
  private <R> void requireSeries(
      ShardingOperation<DynamoDbRequest, R> operation,
      DynamoDbRequest request,
      Map<String, LayoutRecord> records) {
    records.forEach(
        (name, record) -> record.others().forEach(other -> other.requireSame(name, below)));
    if (operation.operation().kind() != Operation.Kind.ITEM_WRITE) {
      return;
    }
    records.forEach(
        (name, record) -> {
          OtherTable other = record.announced();
          if (other != null && other.periods() != null) {
            DynamoDbRequest there = new Relocation(Map.of(name, other.name())).sent(request);
            below.forEach(layer -> layer.requireAccepted(there));
          }
        });
  }

  /** Null if nothing moves in these tables. */
  private @Nullable MovingTables moving(ShardingTables from, Map<String, LayoutRecord> records) {
    Map<String, ManagedTable> changed = new HashMap<>();
    Layouts layouts = null;
    for (Map.Entry<String, LayoutRecord> entry : records.entrySet()) {
      TableLayout target = entry.getValue().target();
      Live table = live.get(entry.getKey());
      if (target != null && table != null) {
        changed.put(entry.getKey(), table.table().by(target));
        layouts = table.layouts();
      }
    }
    return layouts == null
        ? null
        : new MovingTables(from, from.with(changed), layouts::token, layouts.shadowReads());
  }

  /**
   * Plans a call on items of live tables by what is known, held or not, for its explanation; null
   * for any other.
   *
   * @param known all tables by that
   */
  <R> @Nullable Plan<R> explained(
      ShardingOperation<DynamoDbRequest, R> operation,
      DynamoDbRequest request,
      ShardingTables known) {
    List<String> named = named(request).stream().map(table -> table.table().name()).toList();
    if (named.isEmpty()) {
      return null;
    }
    Map<String, LayoutRecord> records = new HashMap<>(knownRecords());
    records.keySet().retainAll(named);
    requireSeries(operation, request, records);
    return planned(operation, request, request, records, known);
  }
}
