package dev.evenkeel.simulator;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.simulator.internal.plan.HeatWatch;
import dev.evenkeel.simulator.internal.plan.PartitionModel;
import dev.evenkeel.simulator.internal.plan.client.SimulationPlanner;
import dev.evenkeel.simulator.internal.plan.client.TableCatalog;
import dev.evenkeel.simulator.internal.shell.PartitionMeter;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionLoad;
import dev.evenkeel.simulator.spec.PartitionState;
import dev.evenkeel.simulator.spec.SecondResult;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.spec.UnknownTables;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Puts simulated partitions in front of a real client, so that a test meets throttles, which
 * DynamoDB Local never sends. All clients that are wrapped share the partitions.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/FurtherEntryPoints.java#partitions -->
 *
 * <pre>{@code
 * MovableClock clock = MovableClock.at(Instant.EPOCH);
 * TableSpec orders =
 *     TableSpec.builder("orders").capacity(Capacity.provisioned(100, 20_000)).build();
 * SimulatedPartitions partitions =
 *     SimulatedPartitions.builder().table(orders).clock(clock).build();
 * DynamoDbClient client = partitions.wrap(local);
 * }</pre>
 *
 * <ul>
 *   <li><b>Throttles are the SDK's own exceptions</b>: ProvisionedThroughputExceededException in
 *       provisioned mode; in on-demand mode ThrottlingException, or RequestLimitExceededException
 *       at the account's quota; with {@code throttlingReasons}, status 400 and the error codes by
 *       which the SDK recognizes throttles. An SDK that has no ThrottlingException has no reasons
 *       either, and gets a DynamoDbException with that error code. A batch of which a part is
 *       throttled comes back with unprocessed entries, a transaction as
 *       TransactionCanceledException. Of what is throttled nothing is written.
 *   <li><b>Retries of the SDK do not see them</b>: those are inside of the client behind, and this
 *       stands outside of it, so each throttle is the caller's to retry. A loop of one's own, or a
 *       decorator that stands over this one, sees all of them.
 *   <li><b>Reads</b> are done first, then charged by what was read, and thrown away if throttled.
 *       With a projection they are done twice. A page of a Query is charged where its first item
 *       lies; a page of a Scan to all partitions evenly (approximated).
 *   <li><b>Writes</b> are decided first: the old item is read from the client behind, and the
 *       larger of old and new counts, in the table and in each index entry that changes. The result
 *       of an update is exact for whole attributes that are set, counted or removed, and estimated
 *       from above elsewhere. A write whose condition turns out false is charged as if it had been
 *       true; a repeated {@code ClientRequestToken} is charged again.
 *   <li><b>Put it in front of a local DynamoDB.</b> Its own reads cost nothing here, but on the
 *       real service they would. It is the innermost decorator: what is sharded or chunked has to
 *       be so before it comes here.
 *   <li><b>Schemas come from DescribeTable</b>, once for each table. CreateTable, UpdateTable and
 *       DeleteTable go through and begin the table's simulation anew, as its spec says; other
 *       operations that touch no items just go through. PartiQL, vector search and the legacy
 *       parameters KeyConditions and AttributeUpdates are refused.
 * </ul>
 *
 * <p>Time is that of a clock, in whole seconds since this was built or {@link #reset}. Safe for use
 * by many threads; a decision takes microseconds under a lock that is held for no I/O.
 */
public final class SimulatedPartitions {
  private static final Comparator<PartitionLoad> HOTTEST =
      Comparator.comparingDouble(PartitionLoad::heat).reversed();
  private static final Comparator<PartitionLoad> MOST_THROTTLED =
      Comparator.comparingLong(PartitionLoad::throttled).reversed().thenComparing(HOTTEST);

  private final Map<String, TableSpec> specs;
  private final TableCatalog catalog;
  private final PartitionMeter meter;
  private final SimulationPlanner planner;

  private SimulatedPartitions(Builder builder) {
    this.specs = Map.copyOf(builder.specs);
    this.catalog = new TableCatalog(specs, builder.unknownTables);
    this.meter = new PartitionMeter(builder.clock, builder.seed, builder.loadFactor);
    this.planner = new SimulationPlanner(catalog, meter);
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * A client whose requests are offered to the partitions. Closing it leaves {@code client} open.
   *
   * @throws IllegalArgumentException if {@code client} is a decorator of Evenkeel, which has to
   *     stand over the simulation, or simulated already
   */
  public DynamoDbClient wrap(DynamoDbClient client) {
    requirePlain(client);
    return new SimulatedDynamoDbClient(client, planner);
  }

  /**
   * The asynchronous counterpart of {@link #wrap(DynamoDbClient)}; throttles arrive as failed
   * futures.
   */
  public DynamoDbAsyncClient wrap(DynamoDbAsyncClient client) {
    requirePlain(client);
    return new SimulatedDynamoDbAsyncClient(client, planner);
  }

  private static void requirePlain(Object client) {
    if (client instanceof SimulatedDynamoDbClient
        || client instanceof SimulatedDynamoDbAsyncClient) {
      throw new IllegalArgumentException(
          "The client is simulated already, and each request would be charged twice. Wrap the plain"
              + " client.");
    }
    if (StackLayer.isIn(client)) {
      throw new IllegalArgumentException(
          "Simulated partitions stand over a decorator, and would see its logical keys in place of"
              + " those that are stored. Wrap the plain client, and build the decorator over that.");
    }
  }

  /** The hottest second of each partition of all tables and indexes, the hottest first. */
  public List<PartitionLoad> hottest() {
    return meter.loads(HeatWatch::hottest, HOTTEST);
  }

  /** For each throttling partition its second with the most throttles, most throttles first. */
  public List<PartitionLoad> throttled() {
    return meter.loads(HeatWatch::throttled, MOST_THROTTLED);
  }

  /**
   * The seconds of a table that are over and had requests.
   *
   * @throws IllegalArgumentException if there is no such table, or no spec of it and no request yet
   */
  public List<SecondResult> results(String table) {
    return look(table, PartitionModel::results);
  }

  /**
   * Changes what is provisioned from this second on, as auto scaling does with UpdateTable: if the
   * partitions cannot carry it, all are doubled, as often as it takes. Their record of requests is
   * kept.
   *
   * @param name the table or an index of it
   * @throws IllegalArgumentException as for {@link #results}, if nothing has that name, in
   *     on-demand mode, or if this second has had requests: advance the clock first
   */
  public void changeCapacity(String table, String name, Capacity.Provisioned capacity) {
    meter.changeCapacity(table, specs.get(table), name, capacity);
  }

  /**
   * The partitions of a table at the moment.
   *
   * @throws IllegalArgumentException as for {@link #results}
   */
  public List<PartitionState> partitions(String table) {
    return partitions(table, table);
  }

  /**
   * The partitions of a table, or of an index of it.
   *
   * @throws IllegalArgumentException as for {@link #results}, or if nothing has that name
   */
  public List<PartitionState> partitions(String table, String name) {
    return look(table, model -> model.partitions(name));
  }

  private <R> R look(String table, Function<PartitionModel, R> look) {
    return meter.look(table, specs.get(table), look);
  }

  /**
   * Resets partitions to the specs, time to 0, results, and table descriptions. Not to be called
   * while requests are in flight.
   */
  public void reset() {
    catalog.forgetAll();
    meter.reset();
  }

  /** Collects simulated partitions. Nothing is required, but without a table all are refused. */
  public static final class Builder {
    private final Map<String, TableSpec> specs = new LinkedHashMap<>();
    private UnknownTables unknownTables = UnknownTables.REFUSE;
    private InstantSource clock = InstantSource.system();
    private long seed;
    private int loadFactor = 1;

    private Builder() {}

    /**
     * Adds a table. Its global indexes must be those of the table behind.
     *
     * @throws IllegalArgumentException if there is one of that name
     */
    public Builder table(TableSpec spec) {
      if (specs.putIfAbsent(spec.name(), spec) != null) {
        throw new IllegalArgumentException("Table " + spec.name() + " was given twice");
      }
      return this;
    }

    /** The policy for tables without a spec; {@link UnknownTables#REFUSE} by default. */
    public Builder unknownTables(UnknownTables unknown) {
      this.unknownTables = requireNonNull(unknown, "unknown");
      return this;
    }

    /** The clock; the system's by default. A {@link MovableClock} stands until moved. */
    public Builder clock(InstantSource newClock) {
      this.clock = requireNonNull(newClock, "clock");
      return this;
    }

    /** The seed that places keys; 0 by default. */
    public Builder seed(long newSeed) {
      this.seed = newSeed;
      return this;
    }

    /**
     * Sets the number of equal requests of production that each request of the test stands for; 1
     * by default. It costs so many times as much, and is accepted or throttled as one.
     *
     * @param factor 1 to 1,000,000
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder loadFactor(int factor) {
      if (factor < 1 || factor > 1_000_000) {
        throw new IllegalArgumentException("loadFactor must be 1..1000000 but was " + factor);
      }
      this.loadFactor = factor;
      return this;
    }

    public SimulatedPartitions build() {
      return new SimulatedPartitions(this);
    }
  }
}
