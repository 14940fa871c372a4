package dev.evenkeel.jobs.config;

/**
 * A position in a file.
 *
 * @param file its name, as the user gave it
 * @param line from 1 on
 * @param column from 1 on, in characters
 */
public record Position(String file, int line, int column) {
  /** In the form of compilers, which editors recognize. */
  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
