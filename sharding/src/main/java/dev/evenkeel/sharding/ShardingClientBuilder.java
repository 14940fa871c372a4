package dev.evenkeel.sharding;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.client.Ownership;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.listen.ObservedCalls;
import dev.evenkeel.core.internal.operation.NoTablesException;
import dev.evenkeel.core.internal.operation.TableFamily;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.sharding.internal.heat.HeatWatch;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.live.Layouts;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner;
import dev.evenkeel.sharding.internal.query.ReadAheads;
import dev.evenkeel.sharding.internal.shell.HeatKeepers;
import dev.evenkeel.sharding.internal.shell.UnshardedItemWarnings;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.LayoutSource;
import dev.evenkeel.sharding.spec.ReadAheadLimits;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

/**
 * The builder of both sharding clients. Required: at least one {@link #table}, {@link #counter} or
 * family of them ({@link #tables}, {@link #counters}). Defaults: concurrency {@value
 * #DEFAULT_CONCURRENCY}, the delegate stays the caller's to close.
 *
 * @param <B> the concrete builder
 */
public abstract sealed class ShardingClientBuilder<B extends ShardingClientBuilder<B>>
    permits ShardingDynamoDbClient.Builder, ShardingDynamoDbAsyncClient.Builder {

  /**
   * Below the 50 connections of the SDK's HTTP clients, so that a fan-out leaves some to others.
   */
  public static final int DEFAULT_CONCURRENCY = 40;

  private final TableScope clientScope;
  private final Supplier<DynamoDbServiceClientConfiguration> configuration;
  private final List<ShardingSpec> specs = new ArrayList<>();
  private final List<DecoratorListener> listeners = new ArrayList<>();
  private final List<CounterSpec> counters = new ArrayList<>();
  private final List<TableFamily<ManagedTable>> families = new ArrayList<>();
  private @Nullable String accountId;
  private int concurrency = DEFAULT_CONCURRENCY;
  private ClientThreads threads = ClientThreads.shared();
  private boolean closeDelegate;
  private ReadAheadLimits readAhead = ReadAheadLimits.DEFAULT;

  ShardingClientBuilder(
      TableScope clientScope, Supplier<DynamoDbServiceClientConfiguration> configuration) {
    this.clientScope = clientScope;
    this.configuration = configuration;
  }

  abstract B self();

  /**
   * Sees to it that this client may stand over another: over time series only to move tables into
   * one of them, so that none of the tables is a series.
   */
  <C> C placed(C delegate) {
    List<StackLayer.Stacked> below = StackLayer.in(delegate);
    boolean moves =
        counters.isEmpty()
            && families.isEmpty()
            && specs.stream().allMatch(spec -> spec.layoutSource() != null)
            && specs.stream()
                .noneMatch(
                    spec ->
                        below.stream().anyMatch(any -> any.periodsOf(spec.tableName()) != null));
    return (moves ? StackLayer.TIME_SERIES : StackLayer.SHARDING).over(delegate);
  }

  /** Adds a sharded table. Tables without a spec pass through untouched. */
  public B table(ShardingSpec spec) {
    specs.add(spec);
    return self();
  }

  /** Adds a table of sharded counters. A table has a {@link #table} spec or a counter spec. */
  public B counter(CounterSpec spec) {
    counters.add(spec);
    return self();
  }

  /**
   * Adds a family of sharded tables: every table whose name is accepted is laid out by {@code spec}
   * as if that were its own, also one that is created long after this client was built. The spec's
   * own table name only names the family, in messages.
   *
   * <p>A table with a {@link #table} or {@link #counter} spec belongs to no family. One that two
   * families accept is refused when it is met, with an {@link
   * dev.evenkeel.core.AmbiguousTableException}. PartiQL is refused where any word of a statement is
   * accepted. The match of a name is cached; the cache holds the 2,200 most recent names at least.
   *
   * @param names accepts the plain names of the tables; decides alike for one name each time, does
   *     not block, and is called on any thread, with names of other tables too. Let it know the
   *     whole name, not a prefix: what it accepts by mistake is read and written as sharded
   */
  public B tables(Predicate<String> names, ShardingSpec spec) {
    requireNoLayout(spec.layoutSource());
    if (spec.heat() != null) {
      throw new IllegalArgumentException(
          "A family of tables has no heat policy: give each table that needs one a spec of its"
              + " own");
    }
    families.add(ShardedTable.family(names, spec));
    return self();
  }

  private static void requireNoLayout(@Nullable LayoutSource source) {
    if (source != null) {
      throw new IllegalArgumentException(
          "A family of tables has no layout record: give each table that needs one a spec of its"
              + " own");
    }
  }

  /** Adds a family of tables of sharded counters, by the rules of {@link #tables}. */
  public B counters(Predicate<String> names, CounterSpec spec) {
    requireNoLayout(spec.layoutSource());
    families.add(CounterTable.family(names, spec));
    return self();
  }

  /**
   * The account of the delegate's credentials. Only needed if requests name tables of other
   * accounts by ARN: a client knows its region but not its account, so without this an ARN that
   * differs in the account alone is taken for the client's own table.
   */
  public B accountId(String twelveDigits) {
    this.accountId = twelveDigits;
    return self();
  }

  /**
   * Sets the maximum number of fan-out sub-requests in flight, over all calls of this client. Keep
   * it below the connection limit of the delegate's HTTP client.
   */
  public B concurrency(int inFlightMax) {
    this.concurrency = inFlightMax;
    return self();
  }

  /**
   * The threads on which requests of one call are sent side by side, and what they are to have of
   * the caller's context; by default {@link ClientThreads#shared()}.
   */
  public B threads(ClientThreads newThreads) {
    this.threads = Objects.requireNonNull(newThreads);
    return self();
  }

  /** Whether closing the decorator closes the delegate too. */
  public B closeDelegate(boolean close) {
    this.closeDelegate = close;
    return self();
  }

  /**
   * Whether a merged page keeps what it read beyond its end, so that the next page, asked for with
   * its start key and through this client, does not pay for it again. On by default, within {@link
   * ReadAheadLimits#DEFAULT}; dropped for a logical key that this client writes, never used for
   * consistent reads. Rows may be older than the page they appear on, by as long as they are kept.
   *
   * <p>Pages of plain requests share what is kept. A request whose override configuration holds
   * more than API names and timeouts (credentials, headers, plugins) neither takes nor leaves rows,
   * and one with names or timeouts only shares with requests that have the same. If the credentials
   * of the delegate itself differ by caller, switch this off.
   */
  public B readAhead(boolean keep) {
    return readAhead(keep ? ReadAheadLimits.DEFAULT : ReadAheadLimits.NOTHING);
  }

  /** The same within other limits: how much is kept for the next page, and for how long. */
  public B readAhead(ReadAheadLimits limits) {
    this.readAhead = Objects.requireNonNull(limits);
    return self();
  }

  /**
   * Adds a listener for calls on sharded tables; calls on other tables are not reported. May be
   * called again; listeners are called in the order in which they were added.
   */
  public B listener(DecoratorListener listener) {
    listeners.add(Objects.requireNonNull(listener));
    return self();
  }

  ObservedCalls observed() {
    return ObservedCalls.of("sharding", listeners);
  }

  /**
   * Watches the hot keys of the tables whose specs say so; null if none does.
   *
   * @param data sends to tables as they are stored
   * @param observed takes what was found
   */
  @Nullable HeatWatch heatWatch(Sender<Object> data, ObservedCalls observed) {
    List<ShardingSpec> watched = specs.stream().filter(spec -> spec.heat() != null).toList();
    return watched.isEmpty()
        ? null
        : HeatKeepers.of(watched, scope(), LayoutStore::sessionsOf, data, observed::tell);
  }

  private TableScope scope() {
    return accountId == null ? clientScope : clientScope.withAccount(accountId);
  }

  /**
   * @param delegate that the client stands over
   */
  ShardingPlanner planner(Object delegate) {
    if (specs.isEmpty() && counters.isEmpty() && families.isEmpty()) {
      throw new NoTablesException(
          "A sharding client without a table does nothing: add table(spec), tables(names, spec) or"
              + " counter(spec)");
    }
    Map<String, Layouts> layouts = new LinkedHashMap<>();
    specs.forEach(spec -> addLayouts(layouts, spec.tableName(), spec.layoutSource()));
    counters.forEach(spec -> addLayouts(layouts, spec.tableName(), spec.layoutSource()));
    if (!layouts.isEmpty()) {
      LayoutGuard.requireIn(configuration);
    }
    return new ShardingPlanner(
            specs, counters, families, scope(), readAheads(), new UnshardedItemWarnings())
        .withLayouts(layouts, StackLayer.in(delegate));
  }

  private ReadAheads readAheads() {
    return new ReadAheads(
        readAhead.queryBytesMax(),
        readAhead.clientBytesMax(),
        readAhead.timeToLive(),
        System::nanoTime);
  }

  private static void addLayouts(
      Map<String, Layouts> layouts, String table, @Nullable LayoutSource source) {
    LayoutStore store = LayoutStore.of(table, source);
    if (store != null) {
      layouts.put(table, store.sessions());
    }
  }

  int concurrency() {
    if (concurrency < 1) {
      throw new IllegalArgumentException("concurrency must be at least 1 but was " + concurrency);
    }
    return concurrency;
  }

  ClientThreads threads() {
    return threads;
  }

  Ownership ownership() {
    return closeDelegate ? Ownership.OWNED : Ownership.BORROWED;
  }
}
