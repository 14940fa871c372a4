package dev.evenkeel.core.internal.spec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;

/** Collects all problems of a value, so that its author learns them at once. */
public final class Problems {
  private final List<String> found = new ArrayList<>();

  /** Adds a problem unless a rule holds. */
  public void require(boolean holds, String problem) {
    if (!holds) {
      found.add(problem);
    }
  }

  public void add(String problem) {
    found.add(problem);
  }

  public void addAll(Collection<String> problems) {
    found.addAll(problems);
  }

  /** The problems in the order in which they were found. */
  public List<String> list() {
    return List.copyOf(found);
  }

  /**
   * Ends the check.
   *
   * @param message makes the whole text out of the problems in one line
   * @throws IllegalArgumentException if there is a problem
   */
  public void refuse(UnaryOperator<String> message) {
    if (!found.isEmpty()) {
      throw new IllegalArgumentException(message.apply(String.join("; ", found)));
    }
  }
}
