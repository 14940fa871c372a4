package dev.evenkeel.benchmarks.sharding;

import dev.evenkeel.benchmarks.figure.ChildJvm;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import java.io.IOException;

/** Runs {@link DrainPeakMain} in a JVM of its own. */
final class DrainPeakFigures {
  private static final String NAME = "drain_peak_mib_n200";
  private static final int HEAP_MIB = 256;

  private DrainPeakFigures() {}

  static void measure(Scale scale, FigureReport report) throws IOException, InterruptedException {
    report.note(NAME + " ...");
    int rowsPerShard = scale.of(50_000, 50);
    report.put(NAME + "_rows_per_shard", rowsPerShard);
    report.put(NAME + "_heap_mib", HEAP_MIB);
    ChildJvm.measure(report, DrainPeakMain.class, HEAP_MIB, rowsPerShard, NAME);
  }
}
