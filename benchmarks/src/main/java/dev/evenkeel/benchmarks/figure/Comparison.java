package dev.evenkeel.benchmarks.figure;

import java.util.function.IntConsumer;

/**
 * The cost of one way of doing a thing for the calling thread, beside another. Both are run in
 * blocks that take turns, and change who goes first, so that what disturbs one disturbs the other;
 * each pair of blocks gives one sample, and the median of the samples is the result.
 *
 * @param ratio CPU time of the second way / of the first
 * @param plainNanos CPU time of one call of the first way
 * @param extraNanos CPU time of one call of the second way, less one of the first
 * @param extraBytes the same of bytes allocated
 */
public record Comparison(double ratio, double plainNanos, double extraNanos, double extraBytes) {

  /** CPU time and bytes of one block. */
  private record Cost(double nanos, double bytes) {}

  /**
   * The plan of a comparison.
   *
   * @param callsPerBlock calls in a block; they are numbered from 0
   * @param rounds pairs of blocks that count
   * @param warmUpRounds pairs of blocks before them that do not
   */
  public record Plan(int callsPerBlock, int rounds, int warmUpRounds) {

    /** The plan for a scale; the small one also warms up long enough to count bytes. */
    public static Plan of(Scale scale) {
      return new Plan(scale.of(200, 20), scale.of(600, 30), scale.of(200, 30));
    }
  }

  /** Runs both ways on the calling thread. */
  public static Comparison of(Plan plan, IntConsumer plain, IntConsumer other) {
    Cost[] first = new Cost[plan.rounds()];
    Cost[] second = new Cost[plan.rounds()];
    for (int round = -plan.warmUpRounds(); round < plan.rounds(); round++) {
      boolean plainFirst = round % 2 == 0;
      Cost before = block(plan.callsPerBlock(), plainFirst ? plain : other);
      Cost after = block(plan.callsPerBlock(), plainFirst ? other : plain);
      if (round >= 0) {
        first[round] = plainFirst ? before : after;
        second[round] = plainFirst ? after : before;
      }
    }
    return of(plan.rounds(), first, second);
  }

  private static Comparison of(int rounds, Cost[] plain, Cost[] other) {
    return new Comparison(
        Samples.of(rounds, i -> other[i].nanos() / plain[i].nanos()).median(),
        Samples.of(rounds, i -> plain[i].nanos()).median(),
        Samples.of(rounds, i -> other[i].nanos() - plain[i].nanos()).median(),
        Samples.of(rounds, i -> other[i].bytes() - plain[i].bytes()).median());
  }

  private static Cost block(int calls, IntConsumer call) {
    long bytes = ThreadMeter.allocatedBytes();
    long nanos = ThreadMeter.cpuNanos();
    for (int i = 0; i < calls; i++) {
      call.accept(i);
    }
    nanos = ThreadMeter.cpuNanos() - nanos;
    bytes = ThreadMeter.allocatedBytes() - bytes;
    return new Cost((double) nanos / calls, (double) bytes / calls);
  }
}
