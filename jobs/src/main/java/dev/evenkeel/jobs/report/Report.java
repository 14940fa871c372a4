package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The report of a command. */
public interface Report {
  /** The version of the JSON forms. It grows if something is taken away or means something else. */
  int FORMAT = 1;

  /** For programs: one document, whose members stay; {@code docs/operations.md} describes it. */
  ObjectNode json();

  /** For people: lines, of which the last ends, too. May change with any release. */
  String text();

  /**
   * Whether nothing is wrong, and nothing is left to the next run: the command then ends with 0,
   * and otherwise with 1.
   */
  default boolean isDone() {
    return true;
  }
}
