package dev.evenkeel.caching.spec;

import java.util.ArrayList;
import java.util.List;

/** All that is wrong with a spec, for one message. */
final class SpecProblems {
  private final String tableName;
  private final List<String> problems = new ArrayList<>();

  SpecProblems(String tableName) {
    this.tableName = tableName;
  }

  void require(boolean holds, String problem) {
    if (!holds) {
      problems.add(problem);
    }
  }

  void refuse() {
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "Table '%s' cannot be cached like this: %s."
              .formatted(tableName, String.join("; ", problems)));
    }
  }
}
