package dev.evenkeel.benchmarks.simulator;

import dev.evenkeel.benchmarks.figure.LiveHeap;
import dev.evenkeel.simulator.advise.Advice;
import dev.evenkeel.simulator.advise.KeyAdvisor;
import dev.evenkeel.simulator.trace.TraceFormat;
import dev.evenkeel.simulator.trace.TraceReader;

/** Reads a long trace and advises, and prints the heap peak. */
final class AdvisorPeakMain {
  static final String PEAK = "advisor_peak_mib";
  private static final double MIB = 1 << 20;

  private AdvisorPeakMain() {}

  /** Takes how many lines there are, and a word that is not needed. */
  public static void main(String[] arguments) throws InterruptedException {
    int lines = Integer.parseInt(arguments[0]);
    try (LiveHeap heap = LiveHeap.watched()) {
      long before = heap.collect();
      long start = System.nanoTime();
      Advice advice = heap.whileCollecting(() -> advice(lines));
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.println(PEAK + "=" + (heap.peakBytes() - before) / MIB);
      System.out.println("advisor_lines_per_s=" + lines / seconds);
      System.out.println("advisor_distinct_keys=" + advice.statistics().distinctKeys().estimate());
    }
  }

  private static Advice advice(int lines) {
    try (TraceReader trace = TraceReader.of("generated", new LongTrace(lines), TraceFormat.csv())) {
      return KeyAdvisor.create().addAll(trace).advice();
    }
  }
}
