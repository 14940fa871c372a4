package dev.evenkeel.simulator.spec;

import java.util.List;

/**
 * Is told of each second that had requests, once it is over, in the order of the seconds and in the
 * thread that offers. What it throws reaches whoever let time pass; it must not call the simulator.
 */
@FunctionalInterface
public interface SecondListener {
  /**
   * A second is over.
   *
   * @param second what happened
   * @param partitions those of the table of which something was asked, in the order in which that
   *     first happened
   */
  void onSecond(SecondResult second, List<PartitionSecond> partitions);
}
