package dev.evenkeel.simulator.trace;

/** A line is not in its format; the message says why, and never what the line holds. */
public final class MalformedLineException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedLineException(String reason) {
    super(reason);
  }
}
