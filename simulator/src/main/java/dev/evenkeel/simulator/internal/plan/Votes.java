package dev.evenkeel.simulator.internal.plan;

/**
 * Finds the key with the majority of a weight, in constant memory (Boyer and Moore's majority vote,
 * with weights). Equal votes at once count as one after another.
 */
final class Votes {
  private long candidate;
  private long lead;
  private long total;

  void add(long key, long weight) {
    total += weight;
    if (key == candidate) {
      lead += weight;
    } else if (lead >= weight) {
      lead -= weight;
    } else {
      candidate = key;
      lead = weight - lead;
    }
  }

  void clear() {
    candidate = 0;
    lead = 0;
    total = 0;
  }

  long candidate() {
    return candidate;
  }

  /** Whether the candidate surely has half of the weight or more. */
  boolean dominated() {
    return total > 0 && lead >= total - lead;
  }

  /** Whether there was no other key. */
  boolean alone() {
    return total > 0 && lead == total;
  }
}
