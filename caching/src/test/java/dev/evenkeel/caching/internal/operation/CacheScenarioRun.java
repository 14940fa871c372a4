package dev.evenkeel.caching.internal.operation;

import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * Runs worlds of many seeds, from one of them on, and tells what is wrong in the first that is;
 * empty if nothing is.
 */
public final class CacheScenarioRun implements LongFunction<String> {
  static final int SEEDS = 2500;

  @Override
  public String apply(long from) {
    return LongStream.range(from, from + SEEDS)
        .mapToObj(CacheScenarioRun::run)
        .filter(wrong -> !wrong.isEmpty())
        .findFirst()
        .orElse("");
  }

  private static String run(long seed) {
    String wrong = new CacheScenario(seed, seed % 2 == 0).run();
    return wrong.isEmpty() ? "" : "seed %d: %s".formatted(seed, wrong);
  }
}
