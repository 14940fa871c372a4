package dev.evenkeel.timeseries.internal.plan.archive.format;

/** A line is no item. The message says why, as the end of a sentence that begins with the line. */
final class MalformedItemException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedItemException(String message) {
    super(message);
  }
}
