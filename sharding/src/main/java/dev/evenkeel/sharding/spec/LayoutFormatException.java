package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.DecoratorException;

/** The layout record of a table cannot be read; nothing is read or written by it. */
public final class LayoutFormatException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /**
   * @param table the table of the layout
   * @param problem the problem of the record, a clause
   */
  public LayoutFormatException(String table, String problem) {
    super("The layout record of table '%s' cannot be read: %s.".formatted(table, problem));
  }
}
