package dev.evenkeel.chunking.spec;

import dev.evenkeel.core.DecoratorException;

/** The table for chunks or for intents is not there, or has other keys than the spec says. */
public final class MissingStoreException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /**
   * @param problem what is missing, and what to do; whole sentences
   * @param cause what DynamoDB said
   */
  public MissingStoreException(String problem, Throwable cause) {
    super(problem, cause);
  }
}
