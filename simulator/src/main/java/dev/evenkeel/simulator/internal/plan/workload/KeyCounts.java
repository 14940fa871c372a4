package dev.evenkeel.simulator.internal.plan.workload;

import dev.evenkeel.simulator.spec.result.KeyCount;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Counts requests by key in bounded memory (Misra and Gries): when there are too many keys, all
 * lose what the key in the middle has, and half of them go. What a key lost altogether is less than
 * a thousandth of all requests.
 */
final class KeyCounts {
  static final int KEYS_MAX = 4_096;

  private final Map<String, Count> counts = new HashMap<>();
  private boolean exact = true;

  private static final class Count {
    private long offered;
    private long accepted;
  }

  void add(String key, long offered, long accepted) {
    Count count = counts.computeIfAbsent(key, any -> new Count());
    count.offered += offered;
    count.accepted += accepted;
    if (counts.size() > KEYS_MAX) {
      drop();
    }
  }

  /** Whether no key was dropped. */
  boolean exact() {
    return exact;
  }

  /** The most frequent keys that a test accepts, the most frequent first. */
  List<KeyCount> top(int count, Predicate<String> test) {
    return counts.entrySet().stream()
        .filter(entry -> test.test(entry.getKey()))
        .map(
            entry ->
                new KeyCount(entry.getKey(), entry.getValue().offered, entry.getValue().accepted))
        .sorted(Comparator.comparingLong(KeyCount::offered).reversed().thenComparing(KeyCount::key))
        .limit(count)
        .toList();
  }

  void clear() {
    counts.clear();
    exact = true;
  }

  private void drop() {
    exact = false;
    long[] offered = counts.values().stream().mapToLong(count -> count.offered).sorted().toArray();
    long middle = offered[offered.length / 2];
    counts.values().removeIf(count -> count.offered <= middle);
    for (Count count : counts.values()) {
      count.accepted -= (long) ((double) count.accepted * middle / count.offered);
      count.offered -= middle;
    }
  }
}
