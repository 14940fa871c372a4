package dev.evenkeel.caching.internal.operation;

import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * Runs worlds of many seeds, from one of them on and then those before it, and tells what is wrong
 * in the first that is; empty if nothing is.
 */
public final class CacheScenarioRun implements LongFunction<String> {
  static final int SEEDS = 6000;

  @Override
  public String apply(long from) {
    return LongStream.range(from, from + SEEDS)
        .map(seed -> seed % SEEDS)
        .mapToObj(seed -> new CacheScenario(seed, seed % 2 == 0).run())
        .filter(wrong -> !wrong.isEmpty())
        .findFirst()
        .orElse("");
  }
}
