package dev.evenkeel.core.internal.lease;

import dev.evenkeel.core.DecoratorException;

/** The attribute of a lease has an unknown format. It was not overwritten. */
public final class LeaseFormatException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  LeaseFormatException(String table, String reason) {
    super(
        "Attribute '%s' of an item in table '%s' is no lease of this version: %s. Use the version of Evenkeel that wrote it, or another item."
            .formatted(Leases.ATTRIBUTE, table, reason));
  }
}
