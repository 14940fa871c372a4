package dev.evenkeel.benchmarks.sharding;

import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Runs {@link DrainPeakMain} in a JVM of its own, whose heap is small and holds nothing else. */
final class DrainPeakFigures {
  private static final String NAME = "drain_peak_mib_n200";
  private static final int HEAP_MIB = 256;

  private DrainPeakFigures() {}

  static void measure(Scale scale, FigureReport report) throws IOException, InterruptedException {
    report.note(NAME + " ...");
    int rowsPerShard = scale.of(50_000, 50);
    report.put(NAME + "_rows_per_shard", rowsPerShard);
    report.put(NAME + "_heap_mib", HEAP_MIB);
    Process child =
        new ProcessBuilder(command(rowsPerShard))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines = child.inputReader()) {
      lines.lines().forEach(line -> take(line, report));
    } finally {
      child.destroy();
    }
    int code = child.waitFor();
    if (code != 0) {
      throw new IllegalStateException("the JVM that drains ended with code " + code);
    }
  }

  private static List<String> command(int rowsPerShard) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx" + HEAP_MIB + "m",
        "-XX:+UseSerialGC", // its System.gc() is a full collection, and leaves only what is live
        "-cp",
        System.getProperty("java.class.path"),
        DrainPeakMain.class.getName(),
        Integer.toString(rowsPerShard),
        NAME);
  }

  private static void take(String line, FigureReport report) {
    String[] parts = line.split("=", 2);
    if (parts.length != 2) {
      throw new IllegalStateException("the JVM that drains said: " + line);
    }
    report.put(parts[0], Double.parseDouble(parts[1]));
  }
}
