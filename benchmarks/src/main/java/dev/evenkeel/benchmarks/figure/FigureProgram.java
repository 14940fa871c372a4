package dev.evenkeel.benchmarks.figure;

/** Measures the figures of one part of the library; one class each, listed in the command. */
public interface FigureProgram {

  /** The program's name in the command. */
  String name();

  /** The subject of the measurement, in one line. */
  String description();

  /**
   * Measures everything and reports each figure, with the parameters it was measured at.
   *
   * @throws Exception if anything could not be measured, or an answer was wrong
   */
  void measure(Setting setting, FigureReport report) throws Exception;
}
