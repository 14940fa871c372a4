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
   * Whether the command ends with 0, and not with 1. A report overrides it where what is wrong, or
   * is left to do, has to be noticed by whoever looks at the exit code alone.
   */
  default boolean isDone() {
    return true;
  }
}
