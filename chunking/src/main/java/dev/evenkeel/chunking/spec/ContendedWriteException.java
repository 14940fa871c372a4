package dev.evenkeel.chunking.spec;

import dev.evenkeel.core.DecoratorException;

/**
 * Other writers replaced the item again and again between its reading and its writing. Nothing was
 * written; repeat it.
 */
public final class ContendedWriteException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /**
   * @param attempts how often it was tried
   */
  public ContendedWriteException(String table, int attempts) {
    super(
        "A write to table '%s' found its item changed by others %d times in a row; nothing was written. Repeat it, or have fewer writers replace large values of one item at a time."
            .formatted(table, attempts));
  }
}
