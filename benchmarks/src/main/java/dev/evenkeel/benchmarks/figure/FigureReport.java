package dev.evenkeel.benchmarks.figure;

import java.io.PrintWriter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Prints figures as {@code name=value} lines on one stream, and progress on another. */
public final class FigureReport {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

  private final PrintWriter figures;
  private final PrintWriter notes;
  private final Map<String, String> printed = new LinkedHashMap<>();

  public FigureReport(PrintWriter figures, PrintWriter notes) {
    this.figures = figures;
    this.notes = notes;
  }

  /** A figure or parameter that is a whole number. */
  public void put(String name, long value) {
    print(name, Long.toString(value));
  }

  /** A figure or parameter, printed with three decimals. */
  public void put(String name, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalStateException(name + " was not measured: " + value);
    }
    print(name, String.format(Locale.ROOT, "%.3f", value));
  }

  /** A parameter that is a word, such as the version of the JDK. */
  public void put(String name, String value) {
    print(name, value);
  }

  /** The mean over id sets as the figure itself, and the worst of a hundred as NAME_p99. */
  public void putMeanAndP99(String name, Samples samples) {
    put(name, samples.mean());
    put(name + "_p99", samples.p99());
  }

  /** All that was printed, in that order. */
  public Map<String, String> printed() {
    return Collections.unmodifiableMap(printed);
  }

  /** Prints progress for a watcher; no part of the result. */
  public void note(String text) {
    notes.println("figures: " + text);
    notes.flush();
  }

  private void print(String name, String value) {
    if (!NAME.matcher(name).matches() || printed.putIfAbsent(name, value) != null) {
      throw new IllegalStateException("no name for a figure, or one that was printed: " + name);
    }
    figures.println(name + "=" + value);
    figures.flush();
  }
}
