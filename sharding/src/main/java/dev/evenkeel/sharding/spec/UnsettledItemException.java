package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.DecoratorException;

/**
 * A write that has to look for its item first saw it come or go between looking and writing, as
 * often as it may try: other writers delete it and put it again. Nothing was written; the call can
 * be repeated.
 */
public final class UnsettledItemException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String table;

  public UnsettledItemException(String operation, String table, int attempts) {
    super(
        ("%s on '%s' looked for the item %d times, and each time it had come or gone before it could"
                + " be written: other writers delete it and put it again. Nothing was written."
                + " Repeat the call.")
            .formatted(operation, table, attempts));
    this.table = table;
  }

  public String table() {
    return table;
  }
}
