package dev.evenkeel.timeseries.spec;

import dev.evenkeel.core.DecoratorException;

/**
 * The time of an item, or of a key that names one, cannot be read, so its table is unknown. Nothing
 * was sent. The message names table and attribute and never the value.
 */
public final class UnreadableTimeException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  public UnreadableTimeException(String message) {
    super(message);
  }
}
