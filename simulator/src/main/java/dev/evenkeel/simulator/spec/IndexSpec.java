package dev.evenkeel.simulator.spec;

import java.util.Objects;

/**
 * A global secondary index: partitions and throughput of its own, behind the table's writes.
 *
 * @param name how requests and throttles name it
 * @param capacity in the mode of the table
 * @param sortKeys the shape of its sort keys
 */
public record IndexSpec(String name, Capacity capacity, SortKeys sortKeys) {
  public IndexSpec {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(capacity, "capacity");
    Objects.requireNonNull(sortKeys, "sortKeys");
  }
}
