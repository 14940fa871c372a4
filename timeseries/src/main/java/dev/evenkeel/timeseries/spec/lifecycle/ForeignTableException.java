package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.core.DecoratorException;

/**
 * A table has the name of a period table, and is not known to be ours. It was not touched. Give it
 * another name, or take it over with {@code adopt}.
 */
public final class ForeignTableException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String tableName;

  public ForeignTableException(String tableName, String reason) {
    super(
        "Table '%s' is in the way: %s. It was not touched. Rename or remove it, or take it over ('evenkeel tables adopt', or adopt())."
            .formatted(tableName, reason));
    this.tableName = tableName;
  }

  public String tableName() {
    return tableName;
  }
}
