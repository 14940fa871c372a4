package dev.evenkeel.core;

/** A text is no number that DynamoDB stores. The message says why and does not repeat the text. */
public final class InvalidNumberException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  public InvalidNumberException(String message) {
    super(message);
  }
}
