package dev.evenkeel.examples.quickstart;

/** The quickstart cannot go on, and the message alone tells the reader what to do about it. */
final class QuickstartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  QuickstartException(String message) {
    super(message);
  }
}
