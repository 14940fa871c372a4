package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.core.DecoratorException;

/**
 * A table past its retention has deletion protection that the template does not ask for: somebody
 * wants to keep it. It was not touched.
 */
public final class ProtectedTableException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String tableName;

  public ProtectedTableException(String tableName) {
    super(
        "Table '%s' is past its retention, and somebody protected it against deletion. It stays. Take the protection off to let it go."
            .formatted(tableName));
    this.tableName = tableName;
  }

  public String tableName() {
    return tableName;
  }
}
