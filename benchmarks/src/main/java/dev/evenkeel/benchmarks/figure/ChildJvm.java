package dev.evenkeel.benchmarks.figure;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Measures in a JVM of its own, whose heap is small and holds nothing else. */
public final class ChildJvm {
  private ChildJvm() {}

  /**
   * Runs a program that prints {@code name=number} lines, and reports those.
   *
   * @param size the first argument of the program; the name of its figure is the second
   * @param more further arguments
   */
  public static void measure(
      FigureReport report, Class<?> program, int heapMib, int size, String name, String... more)
      throws IOException, InterruptedException {
    Process child =
        new ProcessBuilder(command(program, heapMib, size, name, more))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines = child.inputReader()) {
      lines.lines().forEach(line -> take(line, report));
    } finally {
      child.destroy();
    }
    int code = child.waitFor();
    if (code != 0) {
      throw new IllegalStateException(program.getSimpleName() + " ended with code " + code);
    }
  }

  /** The command that runs a program in such a JVM; its arguments as above. */
  public static List<String> command(
      Class<?> program, int heapMib, int size, String name, String... more) {
    List<String> command = new ArrayList<>();
    Collections.addAll(
        command,
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx" + heapMib + "m",
        "-XX:+UseSerialGC", // its System.gc() is a full collection
        "-XX:MarkSweepAlwaysCompactCount=1", // and leaves only what is live, not at each fourth
        // only
        "-cp",
        System.getProperty("java.class.path"),
        program.getName(),
        Integer.toString(size),
        name);
    Collections.addAll(command, more);
    return command;
  }

  private static void take(String line, FigureReport report) {
    String[] parts = line.split("=", 2);
    if (parts.length != 2) {
      throw new IllegalStateException("the JVM that measures said: " + line);
    }
    report.put(parts[0], Double.parseDouble(parts[1]));
  }
}
