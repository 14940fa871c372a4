package dev.evenkeel.testkit.gen;

import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * A property that must hold for all values that a {@link Gen} makes.
 *
 * <pre>{@code
 * Property.check(200, gen -> assertThat(decode(encode(gen.string()))).isEqualTo(...));
 * }</pre>
 */
@FunctionalInterface
public interface Property {
  /** The system property that makes {@link #check(int, Property)} repeat one seed. */
  String SEED_PROPERTY = "evenkeel.seed";

  /** The size of the last run; the runs before it grow towards it. */
  int SIZE_MAX = 40;

  /** Checks once; fails by throwing. */
  void holds(Gen gen) throws Exception;

  /**
   * Checks the property for {@code runs} seeds, or as many as {@link Rounds#of} makes of them.
   * Seeds are drawn anew each time unless the system property {@code evenkeel.seed} names the one
   * to start from.
   *
   * @throws AssertionError at the first failure, as {@link #check(long, int, Property)} does
   */
  static void check(int runs, Property property) {
    long seed = Long.getLong(SEED_PROPERTY, ThreadLocalRandom.current().nextLong());
    check(seed, Rounds.of(runs), property);
  }

  /**
   * Checks the property for {@code runs} seeds: {@code seed}, {@code seed + 1} and so on, from
   * small sizes to large. After a failure the same seed is tried from the smallest size up; the
   * smallest that fails is reported, with the failing source and the seed that repeats the whole.
   *
   * @throws AssertionError at the first failure
   */
  static void check(long seed, int runs, Property property) {
    for (int run = 0; run < runs; run++) {
      int size = 1 + run * (SIZE_MAX - 1) / Math.max(1, runs - 1);
      Throwable failure = failure(property, Gen.seeded(seed + run, size));
      if (failure != null) {
        throw report(seed, run, size, failure, property);
      }
    }
  }

  private static AssertionError report(
      long seed, int run, int size, Throwable failure, Property property) {
    for (int smaller = 1; smaller < size; smaller++) {
      Gen gen = Gen.seeded(seed + run, smaller);
      Throwable smallerFailure = failure(property, gen);
      if (smallerFailure != null) {
        return error(seed, run, gen, smallerFailure);
      }
    }
    return error(seed, run, Gen.seeded(seed + run, size), failure);
  }

  private static AssertionError error(long seed, int run, Gen gen, Throwable failure) {
    return new AssertionError(
        "Property failed for "
            + gen
            + ", run "
            + (run + 1)
            + ". Repeat all runs with -D"
            + SEED_PROPERTY
            + "="
            + seed
            + (Rounds.isMore() ? " -D" + Rounds.PROPERTY + "=2" : "")
            + ". Cause: "
            + failure.getMessage(),
        failure);
  }

  private static @Nullable Throwable failure(Property property, Gen gen) {
    try {
      property.holds(gen);
      return null;
    } catch (TestAbortedException e) {
      throw e;
    } catch (Exception | AssertionError e) {
      return e;
    }
  }
}
