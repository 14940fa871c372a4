package dev.evenkeel.simulator.spec;

import java.util.List;

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
