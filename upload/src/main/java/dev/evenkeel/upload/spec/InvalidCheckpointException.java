package dev.evenkeel.upload.spec;

import dev.evenkeel.core.DecoratorException;

/**
 * A checkpoint does not fit the upload it was given to, or is no checkpoint. Nothing was written.
 */
public final class InvalidCheckpointException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  public InvalidCheckpointException(String message) {
    super(message);
  }
}
