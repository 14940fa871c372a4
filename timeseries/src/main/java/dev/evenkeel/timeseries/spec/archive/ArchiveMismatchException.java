package dev.evenkeel.timeseries.spec.archive;

import dev.evenkeel.core.DecoratorException;

/**
 * A table and its archive do not hold the same items: somebody wrote to the table while it was
 * archived, or after. Nothing was deleted, and nothing is until an archive is verified.
 */
public final class ArchiveMismatchException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /**
   * @param difference what differs, in counts and never in values
   */
  public ArchiveMismatchException(String tableName, String exportId, String difference) {
    super(
        "Table '%s' and its archive '%s' do not hold the same items: %s. Find out who still writes to the table, then have it archived anew ('evenkeel tables archive --restart', or restartArchive(tableName)), or restore to another name."
            .formatted(tableName, exportId, difference));
  }
}
