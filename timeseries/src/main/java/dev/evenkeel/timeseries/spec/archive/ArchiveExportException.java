package dev.evenkeel.timeseries.spec.archive;

import dev.evenkeel.core.DecoratorException;
import org.jspecify.annotations.Nullable;

/**
 * DynamoDB does not export a table, or an export that it had begun failed. The table is as it was,
 * and stays until there is a verified archive. What a failed export left in the bucket is no
 * archive, and may be deleted.
 */
public final class ArchiveExportException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String tableName;

  /**
   * @param destination bucket and prefix
   * @param problem what DynamoDB says; a clause without a full stop
   * @param remedy what to do; a clause without a full stop
   */
  public ArchiveExportException(
      String tableName,
      String destination,
      String problem,
      String remedy,
      @Nullable Throwable cause) {
    super(
        "Table '%s' is not exported to %s: %s. %s."
            .formatted(tableName, destination, problem, remedy),
        cause);
    this.tableName = tableName;
  }

  /** The period table. */
  public String tableName() {
    return tableName;
  }
}
