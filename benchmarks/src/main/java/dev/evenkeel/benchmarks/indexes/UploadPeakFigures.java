package dev.evenkeel.benchmarks.indexes;

import dev.evenkeel.benchmarks.figure.ChildJvm;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import java.io.IOException;

/** Runs {@link UploadPeakMain} in a JVM of its own. */
final class UploadPeakFigures {
  private static final String NAME = "upload_peak_mib";
  private static final int HEAP_MIB = 128;

  private UploadPeakFigures() {}

  static void measure(Scale scale, FigureReport report) throws IOException, InterruptedException {
    report.note(NAME + " ...");
    int items = scale.of(1_000_000, 2_000);
    report.put(NAME + "_items", items);
    report.put(NAME + "_heap_mib", HEAP_MIB);
    ChildJvm.measure(report, UploadPeakMain.class, HEAP_MIB, items, NAME);
  }
}
