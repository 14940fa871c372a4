package dev.evenkeel.simulator.spec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The load of one partition of a table or index in one second, with its keys.
 *
 * @param table the name of the table
 * @param index the name of the index; null if the partition is the table's
 * @param partition its number; numbers are never used again
 * @param second since the simulation began
 * @param operation whether this is about reads or writes, which are limited apart
 * @param limitUnits what it has of such units each second without burst: what any partition
 *     carries, or in provisioned mode without adaptive capacity its part of what is provisioned
 * @param offeredUnits the units offered to it
 * @param acceptedUnits the units that it served
 * @param throttled how many requests were throttled at it
 * @param reason why: a limit of the partition itself if that was among the reasons, or else the
 *     first one; null if none was
 * @param hottestKeys the keys with the most units, at most {@value #KEYS_MAX}, hottest first
 * @param keys how many keys there were in all
 */
public record PartitionLoad(
    String table,
    @Nullable String index,
    long partition,
    long second,
    OperationType operation,
    double limitUnits,
    double offeredUnits,
    double acceptedUnits,
    long throttled,
    @Nullable ThrottleReason reason,
    List<KeyHeat> hottestKeys,
    int keys) {

  /** The maximum number of keys that are named. */
  public static final int KEYS_MAX = 5;

  public PartitionLoad {
    hottestKeys = List.copyOf(hottestKeys);
  }

  /** The name of the table or index whose partition it is. */
  public String resource() {
    return index == null ? table : index;
  }

  /** Whether it has less than any partition carries, as its part of what is provisioned. */
  public boolean isShare() {
    return limitUnits < PartitionRules.partitionUnits(operation);
  }

  /** The ratio of offered load to capacity; above 1 it is overloaded. */
  public double heat() {
    return offeredUnits / limitUnits;
  }

  /**
   * The load on one partition key value in one second.
   *
   * @param partitionKey as text; a number in its shortest form, binary in Base64; {@code (all, by
   *     Scan)} for the even parts of scans
   * @param units read or write units that were asked for
   * @param singleItem whether all of it was for one item, so that shards would not divide it
   */
  public record KeyHeat(String partitionKey, double units, boolean singleItem) {}
}
