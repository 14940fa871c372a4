package dev.evenkeel.jobs.config;

/**
 * Where in a file something is said.
 *
 * @param file its name, as the user gave it
 * @param line from 1 on
 * @param column from 1 on, in characters
 */
public record Position(String file, int line, int column) {
  /** As compilers write it, so that editors find it. */
  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
