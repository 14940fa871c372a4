package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.core.DecoratorException;

/**
 * The ledger holds what a newer version of Evenkeel wrote, or what none wrote. Nothing was done for
 * that series.
 */
public final class NewerLedgerException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  public NewerLedgerException(String controlTable, String series, String item, String reason) {
    super(
        "Item '%s' of series '%s' in control table '%s' cannot be read: %s. Nothing was done. Run the newest Evenkeel that works on this table."
            .formatted(item, series, controlTable, reason));
  }
}
