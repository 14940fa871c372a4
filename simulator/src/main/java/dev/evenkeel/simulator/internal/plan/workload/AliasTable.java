package dev.evenkeel.simulator.internal.plan.workload;

import dev.evenkeel.simulator.spec.workload.KeyDistribution;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongToIntFunction;

/**
 * Draws a number by its weight in constant time (Walker's alias method as Vose builds it): numbers
 * of little weight share their place with one of much.
 */
final class AliasTable {
  private final double[] own;
  private final int[] alias;

  /** Draws the places of keys by random bits. */
  static LongToIntFunction of(KeyDistribution keys) {
    if (keys instanceof KeyDistribution.Zipf zipf) {
      IntToDoubleFunction weight = i -> 1 / StrictMath.pow(i + 1, zipf.exponent());
      return new AliasTable(zipf.keys(), weight)::draw;
    }
    int count = keys.keys();
    return bits -> Draws.below(bits, count);
  }

  private AliasTable(int count, IntToDoubleFunction weight) {
    double total = 0;
    for (int i = 0; i < count; i++) {
      total += weight.applyAsDouble(i);
    }
    this.own = new double[count];
    this.alias = new int[count];
    int[] waiting = new int[count];
    int poor = 0;
    int rich = count;
    for (int i = 0; i < count; i++) {
      own[i] = weight.applyAsDouble(i) * count / total;
      alias[i] = i;
      waiting[own[i] < 1 ? poor++ : --rich] = i;
    }
    share(waiting, poor, rich);
  }

  /** Has each poor number fill its place from a rich one, which may become poor by that. */
  private void share(int[] waiting, int poorCount, int firstRich) {
    int poor = poorCount;
    int rich = firstRich;
    while (poor > 0 && rich < waiting.length) {
      int from = waiting[rich];
      int to = waiting[--poor];
      alias[to] = from;
      own[from] -= 1 - own[to];
      if (own[from] < 1) {
        rich++;
        waiting[poor++] = from;
      }
    }
  }

  private int draw(long bits) {
    int place = Draws.below(bits, own.length);
    return Draws.fraction(bits) < own[place] ? place : alias[place];
  }
}
