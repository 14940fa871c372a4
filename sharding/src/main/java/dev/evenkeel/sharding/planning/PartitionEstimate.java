package dev.evenkeel.sharding.planning;

import dev.evenkeel.sharding.planning.ShardPlan.PartitionLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * A table's partitions as {@link PartitionEstimator} reckons them. A table starts with equal ones;
 * a split halves one, and what it has. Immutable: each change gives another estimate.
 */
public final class PartitionEstimate {
  private final Throughput throughput;
  private final long initial;

  /** The number of partitions at each split depth: an initial partition makes 2^depth of them. */
  private final List<Long> bySplits;

  private PartitionEstimate(Throughput throughput, long initial, List<Long> bySplits) {
    this.throughput = throughput;
    this.initial = initial;
    this.bySplits = bySplits;
  }

  static PartitionEstimate of(Throughput throughput) {
    long initial = throughput.partitions();
    return new PartitionEstimate(throughput, initial, List.of(initial));
  }

  /** The number of partitions. */
  public long partitions() {
    return bySplits.stream().mapToLong(Long::longValue).sum();
  }

  /** The partitions and what each has of the table's throughput, the largest first. */
  public List<PartitionGroup> groups() {
    List<PartitionGroup> groups = new ArrayList<>();
    for (int splits = 0; splits < bySplits.size(); splits++) {
      if (bySplits.get(splits) > 0) {
        double parts = parts(splits);
        groups.add(
            new PartitionGroup(
                bySplits.get(splits),
                throughput.readUnits() / parts,
                throughput.writeUnits() / parts));
      }
    }
    return List.copyOf(groups);
  }

  /**
   * The number of partitions at this split depth if every partition had been split so often: the
   * divisor of the table's throughput.
   */
  private double parts(int splits) {
    return initial * Math.pow(2, splits);
  }

  /** The capacity of all partitions together, in bytes. */
  public long bytesMax() {
    return Math.multiplyExact(partitions(), PartitionLimit.STORED_BYTES.max());
  }

  /**
   * The table after its provisioned throughput was changed. If the partitions cannot accommodate
   * it, DynamoDB doubles them, here as often as it takes; where they are unequal the largest
   * decides. If it is less than before, the partitions remain: "DynamoDB will not decrease the
   * number of partitions".
   *
   * @throws IllegalArgumentException if a number is negative or beyond a thousand million
   */
  public PartitionEstimate withThroughput(long readUnitsPerSecond, long writeUnitsPerSecond) {
    PartitionEstimate table =
        new PartitionEstimate(
            new Throughput(readUnitsPerSecond, writeUnitsPerSecond), initial, bySplits);
    while (table.throughput.load() > table.parts(table.fewestSplits())) {
      table = table.withAllSplit();
    }
    return table;
  }

  private PartitionEstimate withAllSplit() {
    List<Long> halves = new ArrayList<>(List.of(0L));
    bySplits.forEach(count -> halves.add(2 * count));
    return new PartitionEstimate(throughput, initial, List.copyOf(halves));
  }

  /** The table after one of its largest partitions, full or hot, was split. */
  public PartitionEstimate withOneSplit() {
    return withSplits(1);
  }

  /**
   * The table once it holds so much, evenly: every partition that would hold more than it can is
   * split, as often as it takes.
   *
   * @throws IllegalArgumentException if {@code bytes} is negative
   */
  public PartitionEstimate holding(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes must be 0 or more but was " + bytes);
    }
    PartitionEstimate table = this;
    while (bytes / table.parts(table.fewestSplits()) > PartitionLimit.STORED_BYTES.max()) {
      table = table.withSplits(table.bySplits.get(table.fewestSplits()));
    }
    return table;
  }

  private PartitionEstimate withSplits(long count) {
    int splits = fewestSplits();
    List<Long> changed = new ArrayList<>(bySplits);
    if (splits + 1 == changed.size()) {
      changed.add(0L);
    }
    changed.set(splits, changed.get(splits) - count);
    changed.set(splits + 1, changed.get(splits + 1) + 2 * count);
    return new PartitionEstimate(throughput, initial, List.copyOf(changed));
  }

  private int fewestSplits() {
    int splits = 0;
    while (bySplits.get(splits) == 0) {
      splits++;
    }
    return splits;
  }

  /** Such as {@code 5 partitions: 3 of 1250.0 read and 500.0 write units a second, 2 of ...}. */
  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(", ", partitions() + " partitions: ", "");
    for (PartitionGroup group : groups()) {
      text.add(
          String.format(
              Locale.ROOT,
              "%d of %.1f read and %.1f write units a second",
              group.partitions(),
              group.readUnitsPerSecond(),
              group.writeUnitsPerSecond()));
    }
    return text.toString();
  }

  /**
   * Partitions that have the same part of their table.
   *
   * @param partitions how many
   * @param readUnitsPerSecond the read units of each
   * @param writeUnitsPerSecond the write units of each
   */
  public record PartitionGroup(
      long partitions, double readUnitsPerSecond, double writeUnitsPerSecond) {

    /**
     * "DynamoDB currently retains up to five minutes (300 seconds) of unused read and write
     * capacity" (AWS, <em>Best practices for tables</em>, "Use burst capacity sparingly", and still
     * so in <em>DynamoDB burst and adaptive capacity</em>). Not to be counted on: DynamoDB uses it
     * itself.
     */
    public static final int BURST_SECONDS = 300;

    /** The most read units that a partition which was idle can spend in a burst. */
    public double burstReadUnitsMax() {
      return BURST_SECONDS * readUnitsPerSecond;
    }

    /** The most write units that a partition which was idle can spend in a burst. */
    public double burstWriteUnitsMax() {
      return BURST_SECONDS * writeUnitsPerSecond;
    }
  }
}
