package dev.evenkeel.testkit.fault;

import java.util.random.RandomGenerator;

/** Which of a rule's matches are struck. */
record Occurrence(String description, Choice choice) {
  static final Occurrence ALWAYS = new Occurrence("always", (match, dice) -> true);

  static Occurrence first(int count) {
    requirePositive("first", count);
    return new Occurrence("first " + count, (match, dice) -> match <= count);
  }

  static Occurrence nth(int number) {
    requirePositive("nth", number);
    return new Occurrence("match " + number, (match, dice) -> match == number);
  }

  static Occurrence withProbability(double probability) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("probability must be 0..1 but was " + probability);
    }
    return new Occurrence(
        "with probability " + probability, (match, dice) -> dice.nextDouble() < probability);
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be >= 1 but was " + value);
    }
  }

  /** Looks at the number of the match, counted from 1, and draws if it must. */
  @FunctionalInterface
  interface Choice {
    boolean strikes(long match, RandomGenerator dice);
  }
}
