package dev.evenkeel.timeseries.spec;

import dev.evenkeel.core.DecoratorException;

/**
 * A write whose time is further ahead than the spec's tolerance; nothing was sent. A wrong time
 * would otherwise wait for, or cause, a table of a far year.
 */
public final class FutureItemException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  public FutureItemException(String message) {
    super(message);
  }
}
