package dev.evenkeel.simulator;

import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.SortKeys;
import dev.evenkeel.simulator.spec.TableSpec;
import java.util.List;
import java.util.stream.IntStream;

/** Tables and loads that several tests use. */
final class Simulations {
  static final String TABLE = "orders";

  /** One write unit. */
  static final int ITEM_BYTES = 1_000;

  private Simulations() {}

  static TableSpec.Builder table(Capacity capacity, PartitionBehavior behavior) {
    return TableSpec.builder(TABLE).capacity(capacity).behavior(behavior);
  }

  static PartitionSimulator simulate(Capacity capacity, PartitionBehavior behavior) {
    return PartitionSimulator.builder(table(capacity, behavior).build()).build();
  }

  static PartitionSimulator simulate(
      Capacity capacity, PartitionBehavior behavior, SortKeys sortKeys) {
    return PartitionSimulator.builder(table(capacity, behavior).sortKeys(sortKeys).build()).build();
  }

  /** The number of accepted writes, of {@code count} to a key in a second. */
  static long write(PartitionSimulator simulator, long second, String key, long count) {
    return simulator.offer(Request.insert(1_000 * second, key, ITEM_BYTES), count).accepted();
  }

  /** A key of each partition, in the order of their hash ranges. */
  static List<String> keyOfEach(PartitionSimulator simulator) {
    return simulator.partitions().stream()
        .map(state -> keyIn(simulator, state.partition()))
        .toList();
  }

  static String keyIn(PartitionSimulator simulator, long partition) {
    return IntStream.range(0, 1_000_000)
        .mapToObj(i -> "key-" + i)
        .filter(key -> simulator.partitionOf(key, null) == partition)
        .findFirst()
        .orElseThrow();
  }
}
