package dev.evenkeel.testkit.fault;

import java.util.random.RandomGenerator;

/** Where in a body a fault strikes; prints as the argument of the factory that made it. */
record FaultOffset(String description, In function) {
  static final FaultOffset DRAWN =
      new FaultOffset("", (length, dice) -> length > 0 ? dice.nextLong(length) : 0);

  static FaultOffset at(long offset) {
    if (offset < 0) {
      throw new IllegalArgumentException("the place must be >= 0 but was " + offset);
    }
    return new FaultOffset(Long.toString(offset), (length, dice) -> offset);
  }

  /** The number of bytes before it in a body of {@code length} bytes. */
  long in(long length, RandomGenerator dice) {
    return function.in(length, dice);
  }

  @Override
  public String toString() {
    return description;
  }

  /** Draws if it must. */
  @FunctionalInterface
  interface In {
    long in(long length, RandomGenerator dice);
  }
}
