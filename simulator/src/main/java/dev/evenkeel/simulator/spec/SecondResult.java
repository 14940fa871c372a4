package dev.evenkeel.simulator.spec;

import dev.evenkeel.simulator.spec.PartitionSecond.PartitionHeat;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of one second of virtual time.
 *
 * @param second since the simulation began
 * @param offered requests made
 * @param accepted requests served
 * @param throttles requests throttled, by reason, in the order in which the reasons first occurred
 * @param resources the table, then its indexes
 */
public record SecondResult(
    long second,
    long offered,
    long accepted,
    Map<ThrottleReason, Long> throttles,
    List<ResourceSecond> resources) {

  public SecondResult {
    throttles = Collections.unmodifiableMap(new LinkedHashMap<>(throttles));
    resources = List.copyOf(resources);
  }

  public long throttled() {
    return offered - accepted;
  }

  /** The result of the table. */
  public ResourceSecond table() {
    return resources.get(0);
  }

  /**
   * A second of a table or of an index.
   *
   * @param name of the table or index
   * @param partitions how many it had
   * @param hottest the partition of which most was asked in proportion to what it carries, the
   *     first touched of equals; null if none was asked for anything
   */
  public record ResourceSecond(String name, int partitions, @Nullable PartitionHeat hottest) {}

  /**
   * Receives each past second with requests, in order, on the offering thread. Its exceptions reach
   * the caller that advanced time. It must not call the simulator.
   */
  @FunctionalInterface
  public interface SecondListener {
    /**
     * A second is over.
     *
     * @param second the result of the second
     * @param partitions the partitions of the table with requests, in the order of their first ones
     */
    void onSecond(SecondResult second, List<PartitionSecond> partitions);
  }
}
