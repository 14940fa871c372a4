package dev.evenkeel.simulator.advise;

import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.trace.TraceRecord;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

/** Traces that are made up. */
final class Requests {
  static final long START = Instant.parse("2026-11-22T10:00:00Z").toEpochMilli();

  private Requests() {}

  /** Inserts of 900 bytes, so many a second, whose keys a function of their number gives. */
  static KeyAdvisor inserts(int count, int perSecond, IntFunction<String> key) {
    KeyAdvisor advisor = KeyAdvisor.create();
    insert(advisor, count, perSecond, key);
    return advisor;
  }

  static void insert(KeyAdvisor advisor, int count, int perSecond, IntFunction<String> key) {
    for (int i = 0; i < count; i++) {
      advisor.add(insert(i, perSecond, key.apply(i)));
    }
  }

  static TraceRecord insert(int i, int perSecond, String key) {
    return TraceRecord.of(START + 1_000L * i / perSecond, key, Access.INSERT, 900);
  }

  /** A read of an item by its whole key. */
  static TraceRecord get(int i, int perSecond, String key, String... attributes) {
    return new TraceRecord(
        START + 1_000L * i / perSecond,
        key,
        "s" + i,
        Access.EVENTUAL_READ,
        900,
        List.of(attributes));
  }

  /** Text that is no number, another for each number. */
  static String name(int i) {
    StringBuilder text = new StringBuilder();
    for (int rest = i; rest > 0 || text.isEmpty(); rest /= 26) {
      text.append((char) ('a' + rest % 26));
    }
    return text.toString();
  }

  /** Numbers from 0 on, of which n comes about 1/(n+1) times as often as 0: Zipf's law. */
  static IntFunction<String> zipf(int keys, long seed) {
    double[] sums = new double[keys];
    double sum = 0;
    for (int i = 0; i < keys; i++) {
      sum += 1.0 / (i + 1);
      sums[i] = sum;
    }
    double all = sum;
    Random random = new Random(seed);
    return i -> {
      int at = Arrays.binarySearch(sums, random.nextDouble() * all);
      return name(at < 0 ? -at - 1 : at);
    };
  }
}
