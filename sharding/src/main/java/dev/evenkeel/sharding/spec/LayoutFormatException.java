package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.DecoratorException;

/**
 * The layout record of a table cannot be read, or acted on by this client; nothing is read or
 * written by it.
 */
public final class LayoutFormatException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /**
   * The record is damaged, or a newer Evenkeel has written it.
   *
   * @param table the table of the layout
   * @param problem the problem of the record, a clause
   */
  public LayoutFormatException(String table, String problem) {
    this(
        table,
        "cannot be read: " + problem,
        "If a newer Evenkeel has written it, take that one. If it is damaged, restore this item of the control table from a backup");
  }

  /**
   * @param table the table of the layout
   * @param problem what is said of the record, such as that it cannot be acted on, and why
   * @param remedy what to do, a sentence without its full stop
   */
  public LayoutFormatException(String table, String problem, String remedy) {
    super("The layout record of table '%s' %s. %s.".formatted(table, problem, remedy));
  }
}
