package dev.evenkeel.simulator;

import dev.evenkeel.simulator.internal.plan.ChargeBatch;
import dev.evenkeel.simulator.internal.plan.PartitionModel;
import dev.evenkeel.simulator.internal.plan.ThrottlePoint;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.Charge;
import dev.evenkeel.simulator.spec.Outcome;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.PartitionRules;
import dev.evenkeel.simulator.spec.PartitionState;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.SecondResult;
import dev.evenkeel.simulator.spec.SecondResult.SecondListener;
import dev.evenkeel.simulator.spec.TableSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Simulates the partitions of a table and its global secondary indexes: which requests they accept,
 * which they throttle and why, and when partitions split. It is a model by what AWS has published
 * ({@link PartitionRules} has the numbers, {@link PartitionBehavior} what is approximated and can
 * be switched off), not DynamoDB: use it to compare designs, not to predict a bill.
 *
 * <pre>{@code
 * PartitionSimulator simulator =
 *     PartitionSimulator.builder(
 *             TableSpec.builder("orders").capacity(Capacity.provisioned(100, 20_000)).build())
 *         .build();
 * for (int second = 0; second < 60; second++) {
 *   simulator.offer(Request.insert(second * 1_000L, "2014-07-09", 1_000), 20_000);
 * }
 * }</pre>
 *
 * <ul>
 *   <li><b>Time is virtual</b> and follows the requests, whole seconds at a time: a partition gets
 *       its units at the start of a second. Within a second the order of the calls counts, not the
 *       milliseconds. Splits and changes of capacity happen between seconds.
 *   <li><b>Deterministic.</b> The same table, seed and requests give the same answers everywhere.
 *       The seed draws which keys lie in which partition, and nothing else is drawn.
 *   <li><b>Accepted or not, as a whole</b>: a write that does not fit into its table and all its
 *       indexes is throttled and consumes nothing (approximated: DynamoDB writes indexes after the
 *       table, and holds back later writes). A request that costs more than is available is
 *       throttled until enough was kept, and always if it costs more than a bucket holds.
 *   <li><b>Splits take no time and cost nothing.</b> Those of DynamoDB take minutes, in the
 *       background; the table "remains fully available" meanwhile.
 * </ul>
 *
 * <p>A request costs a search among the partitions and about a microsecond. Results are kept for
 * each second that had requests, unless a listener takes them. Not safe for use by several threads.
 */
public final class PartitionSimulator {
  /** The most equal requests that are offered in one call. */
  public static final long COUNT_MAX = 10_000_000;

  private final TableSpec table;
  private final PartitionModel model;

  private PartitionSimulator(Builder builder) {
    this.table = builder.table;
    this.model = new PartitionModel(builder.table, builder.seed, builder.listener);
  }

  public static Builder builder(TableSpec table) {
    return new Builder(table);
  }

  /**
   * Offers one request.
   *
   * @throws IllegalArgumentException if it is in a second before that of an earlier request, or
   *     names an index that the table does not have
   */
  public Outcome offer(Request request) {
    return model.offer(request, 1);
  }

  /**
   * Offers {@code count} equal requests, one directly after another, in the time of one. The result
   * is exactly that of as many calls of {@link #offer(Request)}. Where requests of several keys
   * take turns within a second, offering them key by key has the same results for that second as
   * long as no limit that they share, of a partition, table or index, is reached in that second; if
   * one is, earlier requests get more.
   *
   * @param count 1 to {@value #COUNT_MAX}
   * @throws IllegalArgumentException as for one, or if the count is out of range
   */
  public Outcome offer(Request request, long count) {
    if (count < 1 || count > COUNT_MAX) {
      throw new IllegalArgumentException("count must be 1.." + COUNT_MAX + " but was " + count);
    }
    return model.offer(request, count);
  }

  /**
   * Offers one request that costs in several places: it is accepted if all of its charges can be
   * met together. For operations other than {@link Request}: a page of a Query or Scan, a
   * transaction, a delete, a write that moves an index entry.
   *
   * @param atMillis milliseconds since the simulation began
   * @param charges at least one
   * @throws IllegalArgumentException if it is in a second before that of an earlier request, costs
   *     nothing, or names an index that the table does not have
   */
  public Outcome offer(long atMillis, List<Charge> charges) {
    if (atMillis < 0 || charges.isEmpty()) {
      throw new IllegalArgumentException(
          "time begins at 0 and a request costs something, but this one was at "
              + atMillis
              + " ms and had "
              + charges.size()
              + " charges");
    }
    ChargeBatch chargeBatch = model.chargeBatch(atMillis / 1000);
    ThrottlePoint throttlePoint = chargeBatch.add(charges);
    chargeBatch.settle();
    return throttlePoint == null
        ? new Outcome(1, 0, null)
        : new Outcome(0, 1, throttlePoint.reason());
  }

  /**
   * Advances time to the start of a second, so that {@link #results} has the seconds before it.
   *
   * @throws IllegalArgumentException if time is past it
   */
  public void advanceTo(long second) {
    model.advanceTo(second);
  }

  /**
   * Changes what is provisioned, as UpdateTable does, from the start of {@code second} on: if the
   * partitions cannot carry it, all are doubled, as often as it takes; if it is less, they remain.
   *
   * @param name the table or an index
   * @throws IllegalArgumentException if time is past the start of that second, if nothing has that
   *     name, or in on-demand mode
   */
  public void changeCapacity(long second, String name, Capacity.Provisioned capacity) {
    model.change(second, name, capacity);
  }

  /**
   * Changes the capacity mode, from the start of {@code second} on, between provisioned and
   * on-demand. Partitions remain, and are doubled if they cannot carry what is given. AWS lets a
   * table that becomes on-demand take twice its previous peak: say so by {@link
   * Capacity.OnDemand#warmedFor}. State of a table that belongs to its old mode is dropped;
   * partitions keep theirs.
   *
   * @param capacities for the table and each index by name, all of the other mode
   * @throws IllegalArgumentException if time is past the start of that second, or the names or
   *     modes are others
   */
  public void changeMode(long second, Map<String, Capacity> capacities) {
    model.changeMode(second, capacities);
  }

  /** The past seconds with requests, in order; empty if there is a listener. */
  public List<SecondResult> results() {
    return model.results();
  }

  /** The partitions of the table at the moment, in the order of their hash ranges. */
  public List<PartitionState> partitions() {
    return partitions(table.name());
  }

  /**
   * The partitions of the table or of an index.
   *
   * @throws IllegalArgumentException if nothing has that name
   */
  public List<PartitionState> partitions(String name) {
    return model.partitions(name);
  }

  /** The number of the table's partition in which a key lies at the moment. */
  public long partitionOf(String partitionKey, @Nullable String sortKey) {
    return model.locate(table.name(), partitionKey, sortKey);
  }

  /** Collects a simulation. */
  public static final class Builder {
    private final TableSpec table;
    private long seed;
    private @Nullable SecondListener listener;

    private Builder(TableSpec table) {
      this.table = table;
    }

    /** The seed that places keys; 0 by default. */
    public Builder seed(long newSeed) {
      this.seed = newSeed;
      return this;
    }

    /**
     * Receives every second with all its partitions; none by default. With a listener the simulator
     * keeps no {@link PartitionSimulator#results}, so that its memory does not grow with time.
     */
    public Builder listener(SecondListener newListener) {
      this.listener = newListener;
      return this;
    }

    public PartitionSimulator build() {
      return new PartitionSimulator(this);
    }
  }
}
