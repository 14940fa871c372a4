package dev.evenkeel.sharding.planning;

import java.util.ArrayList;
import java.util.List;

/** Everything that is wrong with a value, so that its author learns it at once. */
final class Problems {
  private static final double RATE_MAX = 1e15;

  private final List<String> problems = new ArrayList<>();

  void require(boolean holds, String problem) {
    if (!holds) {
      problems.add(problem);
    }
  }

  /** Nothing that DynamoDB could carry comes near the upper bound; it keeps sums finite. */
  void requireRate(String name, double rate) {
    require(rate >= 0 && rate <= RATE_MAX, name + " must be 0.." + RATE_MAX + " but was " + rate);
  }

  void throwAny(String what) {
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(what + ": " + String.join("; ", problems));
    }
  }
}
