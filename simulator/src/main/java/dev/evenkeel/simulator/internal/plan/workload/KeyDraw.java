package dev.evenkeel.simulator.internal.plan.workload;

import dev.evenkeel.simulator.spec.workload.KeyDistribution;
import java.util.function.IntToDoubleFunction;

/** Draws the key of a request. */
interface KeyDraw {
  /** The place of the key, by random bits. */
  int draw(long bits);

  static KeyDraw of(KeyDistribution keys) {
    if (keys instanceof KeyDistribution.Zipf zipf) {
      IntToDoubleFunction weight = i -> 1 / StrictMath.pow(i + 1, zipf.exponent());
      return new AliasTable(zipf.keys(), weight);
    }
    int count = keys.keys();
    return bits -> Draws.below(bits, count);
  }
}
