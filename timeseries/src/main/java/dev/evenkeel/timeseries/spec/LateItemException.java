package dev.evenkeel.timeseries.spec;

import dev.evenkeel.core.DecoratorException;

/**
 * A write whose period is over by more than the spec's lateness, past its retention, or before the
 * series began; nothing was sent.
 */
public final class LateItemException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  public LateItemException(String message) {
    super(message);
  }

  @Override
  public boolean isOfClosedTable() {
    return true;
  }
}
