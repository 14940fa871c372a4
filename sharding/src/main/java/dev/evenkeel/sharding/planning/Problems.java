package dev.evenkeel.sharding.planning;

import java.util.ArrayList;
import java.util.List;

/** Collects all problems of a value, so that its author learns them at once. */
final class Problems {
  private static final double RATE_MAX = 1e15;

  private final List<String> problems = new ArrayList<>();

  void require(boolean holds, String problem) {
    if (!holds) {
      problems.add(problem);
    }
  }

  /**
   * Checks a rate against an upper bound beyond anything that DynamoDB carries, which keeps sums
   * finite.
   */
  void requireRate(String name, double rate) {
    require(rate >= 0 && rate <= RATE_MAX, name + " must be 0.." + RATE_MAX + " but was " + rate);
  }

  void throwAny(String what) {
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(what + ": " + String.join("; ", problems));
    }
  }
}
