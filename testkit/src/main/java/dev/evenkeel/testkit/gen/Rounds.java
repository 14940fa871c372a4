package dev.evenkeel.testkit.gen;

/**
 * How many rounds a test runs: few at each change, many where there is time. {@code
 * -Devenkeel.rounds=10} makes ten of each.
 */
public final class Rounds {
  /** The system property that multiplies {@link #of}. */
  public static final String PROPERTY = "evenkeel.rounds";

  private Rounds() {}

  private static int times() {
    int times = Integer.getInteger(PROPERTY, 1);
    if (times < 1) {
      throw new IllegalArgumentException("-D%s must be >= 1 but was %d".formatted(PROPERTY, times));
    }
    return times;
  }

  /**
   * A number of rounds, times the system property {@code evenkeel.rounds}, which is 1 unless given.
   *
   * @throws IllegalArgumentException if the property is below 1
   */
  public static int of(int usual) {
    return Math.multiplyExact(usual, times());
  }

  /**
   * The step of an enumeration that usually looks at every {@code usual}-th case, and at each of
   * them if the system property {@code evenkeel.rounds} is above 1.
   *
   * @throws IllegalArgumentException if the property is below 1
   */
  public static int step(int usual) {
    return times() > 1 ? 1 : usual;
  }
}
