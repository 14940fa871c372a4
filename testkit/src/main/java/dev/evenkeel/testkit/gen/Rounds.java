package dev.evenkeel.testkit.gen;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The number of rounds of a test: few at each change, and many where there is time. With {@code
 * -Devenkeel.rounds=10} nine times as many go on after those of each change: together ten times.
 */
public final class Rounds {
  /** The system property that says how many times the usual rounds there are in all. */
  public static final String PROPERTY = "evenkeel.rounds";

  /** The golden ratio: multiples of it are far from each other. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  /** From so many times on nothing is left out. */
  private static final int MANY = 10;

  private Rounds() {}

  private static int times() {
    int times = Integer.getInteger(PROPERTY, 1);
    if (times < 1) {
      throw new IllegalArgumentException("-D%s must be >= 1 but was %d".formatted(PROPERTY, times));
    }
    return times;
  }

  /**
   * Whether there is time for more than the usual rounds: the system property {@code
   * evenkeel.rounds}, which is 1 unless given, is above 1.
   *
   * @throws IllegalArgumentException if the property is below 1
   */
  public static boolean isMore() {
    return times() > 1;
  }

  /**
   * How many rounds there are: the usual ones, or those that go on after them. With {@code
   * -Devenkeel.rounds=3} these are twice as many.
   *
   * @throws IllegalArgumentException if the property is below 1
   */
  public static int of(int usual) {
    return isMore() ? Math.multiplyExact(usual, times() - 1) : usual;
  }

  /**
   * The step of an enumeration that usually looks at every {@code usual}-th case, at every {@code
   * closer}-th if the system property {@code evenkeel.rounds} is above 1, and at each of them if it
   * is 10 or more.
   *
   * @throws IllegalArgumentException if the property is below 1
   */
  public static int step(int usual, int closer) {
    int times = times();
    return times == 1 ? usual : times < MANY ? closer : 1;
  }

  /**
   * How many of something that takes minutes: {@code most} if the system property {@code
   * evenkeel.rounds} is 10 or more, and before a tenth of it for each, but at least one: 30 of 100
   * if it is 3.
   *
   * @throws IllegalArgumentException if the property or {@code most} is below 1
   */
  public static int upTo(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("most must be >= 1 but was " + most);
    }
    return Math.max(1, (int) (most * (long) Math.min(times(), MANY) / MANY));
  }

  /**
   * Half of some cases: the first, the third and so on usually, the others if the system property
   * {@code evenkeel.rounds} is above 1, and all if it is 10 or more. For cases that are nearly
   * alike.
   *
   * @throws IllegalArgumentException if the property is below 1
   */
  public static <T> List<T> inTurn(List<T> cases) {
    int first = isMore() ? 1 : 0;
    boolean all = times() >= MANY;
    return IntStream.range(0, cases.size())
        .filter(place -> all || place % 2 == first)
        .<T>mapToObj(cases::get)
        .toList();
  }

  /** Makes what a round works on: tables, clients, a script. */
  @FunctionalInterface
  public interface Fixture<F extends AutoCloseable> {
    /** Draws it. */
    F open(Random random) throws Exception;
  }

  /** One round. Fails by throwing. */
  @FunctionalInterface
  public interface Round<F> {
    /** Works on a fixture, with the random numbers that come after those that drew it. */
    void run(F fixture, Random random) throws Exception;
  }

  /**
   * Runs rounds, each on a fixture of its own and with a seed of its own: {@code seed}, {@code seed
   * + 1} and so on. If the system property {@code evenkeel.rounds} is above 1, they go on after the
   * usual ones, which need not run again. The system property {@code evenkeel.seed} names another
   * seed to start from.
   *
   * @param usual how many rounds, as for {@link #of}
   * @throws AssertionError at the first failure, with its seed and the fixture's text
   * @throws IllegalArgumentException if there would be no round, which would show nothing
   */
  @SuppressWarnings("try") // whatever a fixture throws when it is closed fails its round
  public static <F extends AutoCloseable> void run(
      long seed, int usual, Fixture<F> fixture, Round<F> round) {
    if (usual < 1) {
      throw new IllegalArgumentException("usual must be >= 1 but was " + usual);
    }
    long first = Long.getLong(Property.SEED_PROPERTY, isMore() ? seed + usual : seed);
    int rounds = of(usual);
    for (long each = first; each < first + rounds; each++) {
      Random random = random(each);
      Object[] opened = {"fixture"};
      try (F made = fixture.open(random)) {
        opened[0] = made;
        round.run(made, random);
      } catch (Exception | AssertionError e) {
        throw new AssertionError(
            "Round failed with seed %d, %s. Repeat it with -D%s=%d -D%s=%d. Cause: %s"
                .formatted(
                    each,
                    opened[0],
                    Property.SEED_PROPERTY,
                    each,
                    PROPERTY,
                    isMore() ? 2 : 1,
                    e.getMessage()),
            e);
      }
    }
  }

  /**
   * The random numbers of a seed. Seeds in a row begin with numbers far from each other, which
   * those of {@link Random} do not.
   */
  public static Random random(long seed) {
    return new Random(seed * SPREAD);
  }
}
