package dev.evenkeel.simulator.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
}
