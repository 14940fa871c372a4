package dev.evenkeel.timeseries.spec;

import dev.evenkeel.core.DecoratorException;

/** A write whose time is further back than the spec's lateness; nothing was sent. */
public final class LateItemException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  public LateItemException(String message) {
    super(message);
  }
}
