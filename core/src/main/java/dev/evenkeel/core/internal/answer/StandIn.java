package dev.evenkeel.core.internal.answer;

import org.jspecify.annotations.Nullable;

/** Prints as the exception that it stands for, whose text quoted physical keys. */
final class StandIn extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StandIn(String text, @Nullable Throwable cause) {
    super(text, cause);
  }

  @SuppressWarnings("OverrideThrowableToString") // the text names the class it stands for
  @Override
  public String toString() {
    return String.valueOf(getMessage());
  }
}
