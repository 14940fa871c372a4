package dev.evenkeel.benchmarks.values;

import dev.evenkeel.benchmarks.figure.ChildJvm;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import java.io.IOException;

/** Runs what holds large values in JVMs of their own; the servers are in others. */
final class PeakFigures {
  private static final String HEAP = "peak_heap_ratio";
  private static final int HEAP_MIB = 640;
  private static final String STREAM = "stream_peak_mib";
  private static final int STREAM_HEAP_MIB = 160;

  private PeakFigures() {}

  /** A value that is held whole. */
  static void heap(Scale scale, Servers servers, FigureReport report)
      throws IOException, InterruptedException {
    report.note(HEAP + " ...");
    int valueMib = scale.of(64, 1);
    report.put(HEAP + "_value_mib", valueMib);
    report.put(HEAP + "_heap_mib", HEAP_MIB);
    ChildJvm.measure(report, HeapPeakMain.class, HEAP_MIB, valueMib, HEAP, servers.addresses());
  }

  /** A value that never is. */
  static void stream(Scale scale, Servers servers, FigureReport report)
      throws IOException, InterruptedException {
    report.note(STREAM + " ...");
    int valueMib = scale.of(1024, 16);
    report.put(STREAM + "_value_mib", valueMib);
    report.put(STREAM + "_heap_mib", STREAM_HEAP_MIB);
    ChildJvm.measure(
        report, StreamPeakMain.class, STREAM_HEAP_MIB, valueMib, STREAM, servers.addresses());
  }
}
