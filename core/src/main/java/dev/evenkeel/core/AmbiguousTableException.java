package dev.evenkeel.core;

import java.util.List;

/**
 * A request names a table that two families of tables accept, so its spec is ambiguous. Nothing was
 * sent.
 */
public final class AmbiguousTableException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String table;
  private final List<String> families;

  /**
   * @param families the labels of those that accept it
   */
  public AmbiguousTableException(String table, List<String> families) {
    super(
        "Table '%s' is in two families of tables, '%s'. Let only one of them accept its name, or give the table a spec of its own."
            .formatted(table, String.join("' and '", families)));
    this.table = table;
    this.families = List.copyOf(families);
  }

  public String table() {
    return table;
  }

  /** The labels of the families that accept it. */
  public List<String> families() {
    return families;
  }
}
