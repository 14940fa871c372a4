package dev.evenkeel.simulator.trace;

import java.util.List;

/**
 * The totals of a trace so far.
 *
 * @param lines all of them, headers and malformed ones included
 * @param records how many requests they hold
 * @param malformed how many lines were skipped
 * @param firstMalformed the first of those, {@value #FIRST_MAX} at most
 * @param late how many records came after so many later ones that they count at a later time than
 *     their own
 */
public record TraceTally(
    long lines, long records, long malformed, List<MalformedLine> firstMalformed, long late) {
  /** The number of malformed lines that are listed one by one. */
  public static final int FIRST_MAX = 3;

  /**
   * A line that was skipped.
   *
   * @param number from 1
   * @param reason the problem of the line, without its content
   */
  public record MalformedLine(long number, String reason) {
    @Override
    public String toString() {
      return "line " + number + ": " + reason;
    }
  }
}
