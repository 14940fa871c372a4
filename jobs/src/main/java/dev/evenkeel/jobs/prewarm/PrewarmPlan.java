package dev.evenkeel.jobs.prewarm;

import dev.evenkeel.jobs.cost.Price;
import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.simulator.spec.Capacity.Throughput;
import dev.evenkeel.simulator.spec.PartitionRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes a table and its indexes warm for a rate. Warm throughput is what a table takes at once; it
 * is raised with UpdateTable, in the background, and never goes down (AWS, <em>Understanding
 * DynamoDB warm throughput</em>). A unit more is paid once, by the price of a provisioned unit and
 * hour.
 *
 * <p>It is the table that is warmed, not a key: each partition still takes {@value
 * PartitionRules#PARTITION_WRITE_UNITS} write and {@value PartitionRules#PARTITION_READ_UNITS} read
 * units a second at most, so a hot key is throttled as before.
 *
 * @param steps the table, then its indexes, then those of each replica
 */
public record PrewarmPlan(List<Step> steps) {

  /**
   * A table or an index.
   *
   * @param region that of a replica; null for the table that is asked
   * @param index the name of the index; null for the table
   * @param warm the warm throughput now
   * @param target the warm throughput to reach; never less
   */
  public record Step(
      @Nullable String region, @Nullable String index, Throughput warm, Throughput target) {

    public long addedReadUnits() {
      return target.readUnits() - warm.readUnits();
    }

    public long addedWriteUnits() {
      return target.writeUnits() - warm.writeUnits();
    }

    /** Whether there is anything to raise. */
    public boolean isNeeded() {
      return addedReadUnits() + addedWriteUnits() > 0;
    }

    /** The one-time cost of the raise; null if a price is not known. */
    public @Nullable Double cost(Prices prices) {
      return prices.of(
          Price.READ_UNIT_HOUR,
          (double) addedReadUnits(),
          Price.WRITE_UNIT_HOUR,
          (double) addedWriteUnits());
    }

    /** Whether the target is above what an account lets one table have unless AWS raises it. */
    public boolean isAboveQuota() {
      return Math.max(target.readUnits(), target.writeUnits())
          > PartitionRules.ON_DEMAND_QUOTA_UNITS;
    }
  }

  public PrewarmPlan {
    steps = List.copyOf(steps);
  }

  /**
   * Plans for a table. Each index is warmed for as many writes as the table: an index that is not
   * ready holds back the writes of its table. That is exact if every write touches it and its
   * entries cost what items do, and too much otherwise, so leave out indexes that few writes touch.
   *
   * @param rate the load on the table
   * @param table the table's warm throughput now
   * @param indexes the warm throughput to reach for those of its indexes that are to be warmed, by
   *     name
   * @param replicas its copies in other regions, which are warmed for as much
   * @throws IllegalArgumentException if it is more than any table takes
   */
  public static PrewarmPlan of(
      TableRate rate, Throughput table, List<WarmIndex> indexes, List<WarmReplica> replicas) {
    Throughput units = rate.units();
    List<Step> steps = new ArrayList<>();
    steps.add(new Step(null, null, table, atLeast(table, units)));
    for (WarmIndex index : indexes) {
      Throughput writes = new Throughput(index.readUnits(), units.writeUnits());
      steps.add(new Step(null, index.name(), index.warm(), atLeast(index.warm(), writes)));
    }
    List<Step> own = List.copyOf(steps);
    replicas.forEach(replica -> own.forEach(step -> steps.add(at(replica, step))));
    return new PrewarmPlan(steps);
  }

  /** A replica becomes as warm as the table, if it is not warmer. */
  private static Step at(WarmReplica replica, Step own) {
    Throughput warm =
        own.index() == null
            ? replica.warm()
            : replica.indexes().getOrDefault(own.index(), own.warm());
    return new Step(replica.region(), own.index(), warm, atLeast(warm, own.target()));
  }

  /**
   * The steps of the UpdateTable request: the table and those indexes of which any copy is colder.
   */
  public List<Step> asked() {
    return steps.stream()
        .filter(step -> step.region() == null)
        .filter(
            step ->
                steps.stream()
                    .anyMatch(
                        copy -> copy.isNeeded() && Objects.equals(copy.index(), step.index())))
        .toList();
  }

  /**
   * An index that is to be warmed.
   *
   * @param warm the warm throughput now
   * @param readUnits the read units that it will need in a second
   */
  public record WarmIndex(String name, Throughput warm, long readUnits) {}

  private static Throughput atLeast(Throughput a, Throughput b) {
    return new Throughput(
        Math.max(a.readUnits(), b.readUnits()), Math.max(a.writeUnits(), b.writeUnits()));
  }

  /** Whether there is anything to do. */
  public boolean isNeeded() {
    return steps.stream().anyMatch(Step::isNeeded);
  }

  /** The cost of all steps, once, in all regions; null if a price is not known. */
  public @Nullable Double cost(Prices prices) {
    return prices.of(
        Price.READ_UNIT_HOUR,
        (double) steps.stream().mapToLong(Step::addedReadUnits).sum(),
        Price.WRITE_UNIT_HOUR,
        (double) steps.stream().mapToLong(Step::addedWriteUnits).sum());
  }
}
