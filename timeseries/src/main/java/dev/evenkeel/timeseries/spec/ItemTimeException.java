package dev.evenkeel.timeseries.spec;

import dev.evenkeel.core.DecoratorException;

/**
 * The time of an item, or of a key that names one, is none that a table of the series takes.
 * Nothing was sent. The message names table and attribute and never the value.
 */
public final class ItemTimeException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /** The reasons that callers distinguish. */
  public enum Reason {
    /**
     * Of a write: the period is over by more than the spec's lateness, past its retention, or
     * before the series began.
     */
    LATE,
    /**
     * Of a write: the time is further ahead than the spec's tolerance. A wrong time would otherwise
     * wait for, or cause, a table of a far year.
     */
    AHEAD,
    /** The time cannot be read, so the table is unknown. */
    UNREADABLE
  }

  private final Reason reason;

  public ItemTimeException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  @Override
  public boolean isOfItem() {
    return true;
  }

  @Override
  public boolean isOfClosedTable() {
    return reason == Reason.LATE;
  }
}
