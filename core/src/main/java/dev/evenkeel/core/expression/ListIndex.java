package dev.evenkeel.core.expression;

/** The step into an element of a list, counted from 0. */
public record ListIndex(int value) implements PathElement {

  public ListIndex {
    if (value < 0) {
      throw new IllegalArgumentException("A list index must be >= 0 but was " + value);
    }
  }

  @Override
  public boolean sameAs(PathElement other) {
    return equals(other);
  }
}
