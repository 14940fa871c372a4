package dev.evenkeel.jobs.command;

import java.io.PrintWriter;

/**
 * The output streams of a command.
 *
 * @param out for its report, and nothing else
 * @param err for progress and for what is wrong
 * @param columns of the terminal behind {@code err}; 0 if it is none, so that no progress line is
 *     drawn
 */
public record Terminal(PrintWriter out, PrintWriter err, int columns) {
  /** Writes a report, or a part of it, at once. */
  void print(String text) {
    out.print(text);
    out.flush();
  }
}
