package dev.evenkeel.examples.quickstart;

/** The quickstart cannot continue; the message alone says what to do. */
final class QuickstartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  QuickstartException(String message) {
    super(message);
  }
}
