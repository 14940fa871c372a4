package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.operation.RequestTables;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.live.LayoutLease;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.LayoutSession;
import dev.evenkeel.sharding.internal.live.Layouts;
import dev.evenkeel.sharding.internal.live.LiveCall;
import dev.evenkeel.sharding.internal.live.LiveCall.Scope;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import dev.evenkeel.sharding.internal.query.ReadAheads.WrittenKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
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
  private volatile Known known;

  /** A table, and what this client knows of its layout. */
  private record Live(ManagedTable table, LayoutSession session, Layouts layouts) {}

  /**
   * The tables by certain records.
   *
   * @param records by table; none for one whose record was not read yet
   */
  private record Known(Map<String, LayoutRecord> records, ShardingTables tables) {
    boolean isBy(String table, LayoutRecord record) {
      LayoutRecord own = records.get(table);
      return own != null && own.version() == record.version();
    }
  }

  private LiveTables(ShardingTables bySpec, Map<String, Live> live) {
    this.bySpec = bySpec;
    this.live = live;
    this.known = new Known(Map.of(), bySpec);
  }

  /**
   * @param layouts by the name or ARN of a table, where its layout is looked up
   */
  static LiveTables of(ShardingTables tables, Map<String, Layouts> layouts) {
    Map<String, Live> live = new LinkedHashMap<>();
    layouts.forEach(
        (name, own) -> {
          ManagedTable table = Objects.requireNonNull(tables.all().find(name), "it is managed");
          LayoutSession session = own.of(table.name(), table.layoutId());
          live.put(table.name(), new Live(table, session, own));
        });
    return new LiveTables(tables, live);
  }

  /** Whether a request acts on items of one of them. */
  boolean areNamedBy(DynamoDbRequest request) {
    return actsOnItems(request) && RequestTables.anyMatch(request, this::isLive);
  }

  private static boolean actsOnItems(DynamoDbRequest request) {
    Operation.Kind kind = Operation.of(request).kind();
    return kind == Operation.Kind.ITEM_READ || kind == Operation.Kind.ITEM_WRITE;
  }

  private boolean isLive(String nameOrArn) {
    return find(nameOrArn) != null;
  }

  private @Nullable Live find(String nameOrArn) {
    ManagedTable table = bySpec.all().find(nameOrArn);
    return table == null ? null : live.get(table.name());
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
                  .forEach(table -> names.put(table, name));
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
    if (some.entrySet().stream().allMatch(entry -> last.isBy(entry.getKey(), entry.getValue()))) {
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

  /** Plans a call on items, among them some of live tables. */
  <R> Plan<R> plan(ShardingOperation<DynamoDbRequest, R> operation, DynamoDbRequest request) {
    List<Live> named = new ArrayList<>(1);
    RequestTables.anyMatch(request, name -> !addTo(named, find(name)));
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
    return Plan.of(call.run(lease -> planned(operation, once, lease)));
  }

  /** The keys of a call that waits; none, which stand for all, if its plan will refuse one. */
  private <R> WrittenKeys keys(
      ShardingOperation<DynamoDbRequest, R> operation, DynamoDbRequest request) {
    WrittenKeys keys = new WrittenKeys(bySpec.sharded());
    try {
      operation.waitsFor(request, keys);
      return keys;
    } catch (RefusedOperationException | DynamoDbException e) {
      return new WrittenKeys(bySpec.sharded());
    }
  }

  /** Goes on to the next table in any case. */
  private static boolean addTo(List<Live> named, @Nullable Live table) {
    if (table != null && !named.contains(table)) {
      named.add(table);
    }
    return true;
  }

  private ShardingTables tables(LayoutLease lease) {
    Known last = known;
    Map<String, LayoutRecord> others = new HashMap<>();
    for (int i = 0; i < lease.scopes().size(); i++) {
      String name = lease.scopes().get(i).table();
      if (!last.isBy(name, lease.views().get(i))) {
        others.put(name, lease.views().get(i));
      }
    }
    return others.isEmpty() ? last.tables() : tables(others);
  }

  private <R> Flow<R> planned(
      ShardingOperation<DynamoDbRequest, R> operation, DynamoDbRequest request, LayoutLease lease) {
    DynamoDbRequest guarded = lease.writes() ? lease.on(request) : request;
    ShardingTables tables = tables(lease);
    if (lease.views().stream().anyMatch(LayoutRecord::moves)) {
      return moving(tables, lease).plan(operation, guarded).flow();
    }
    tables.refuseOthers(request);
    return operation.relocated(tables, guarded).flow();
  }

  private MovingTables moving(ShardingTables from, LayoutLease lease) {
    Map<String, LayoutRecord> records = new HashMap<>();
    for (int i = 0; i < lease.scopes().size(); i++) {
      records.put(lease.scopes().get(i).table(), lease.views().get(i));
    }
    return Objects.requireNonNull(moving(from, records), "one table moves");
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
   * Plans a call by what is known, held or not, for its explanation.
   *
   * @param known all tables by that
   */
  <R> @Nullable Plan<R> explained(
      ShardingOperation<DynamoDbRequest, R> operation,
      DynamoDbRequest request,
      ShardingTables known) {
    Map<String, LayoutRecord> records = new HashMap<>(knownRecords());
    records.keySet().removeIf(name -> !RequestTables.anyMatch(request, isNamed(name)));
    MovingTables moving = moving(known, records);
    return moving == null ? operation.relocated(known, request) : moving.plan(operation, request);
  }

  private Predicate<String> isNamed(String table) {
    return name -> {
      Live named = find(name);
      return named != null && named.table().name().equals(table);
    };
  }
}
