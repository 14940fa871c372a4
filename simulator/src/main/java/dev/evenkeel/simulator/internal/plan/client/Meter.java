package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.simulator.spec.ThrottleReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides which orders the partitions accept now. */
public interface Meter {
  /**
   * Offers orders one after another.
   *
   * @param orders null where something costs nothing that is simulated
   * @param together whether all are taken or none, as in a transaction
   * @return for each order why it was throttled; null where it was not
   */
  List<@Nullable ThrottleReason> offer(List<@Nullable Order> orders, boolean together);

  /** Begins the simulation of a table anew. */
  void forget(String table);
}
