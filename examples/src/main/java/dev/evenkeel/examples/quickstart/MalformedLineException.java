package dev.evenkeel.examples.quickstart;

/** A line is in neither the Common nor the Combined Log Format; the message says why. */
final class MalformedLineException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedLineException(String reason) {
    super(reason);
  }
}
