package dev.evenkeel.timeseries.spec.archive;

import dev.evenkeel.core.DecoratorException;
import org.jspecify.annotations.Nullable;

/** There is no archive of a table, or none that can be relied on. The table stays. */
public final class ArchiveException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /** The reasons that callers distinguish. */
  public enum Reason {
    /**
     * An archive is not what was written: an object of it is missing, cut off or altered, or does
     * not agree with another one. Items that were read of it so far must not be relied on. The
     * message names the object and the place in it, and no value.
     */
    DAMAGED,
    /**
     * DynamoDB does not export a table, or an export that it had begun failed. The table is as it
     * was, and stays until there is a verified archive. The objects that a failed export left in
     * the bucket are no archive, and may be deleted.
     */
    EXPORT_FAILED,
    /**
     * A table and its archive do not hold the same items: the table was written to while it was
     * archived, or after. Nothing was deleted, and nothing is until an archive is verified.
     */
    MISMATCH
  }

  private final Reason reason;

  private ArchiveException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /**
   * An archive that is not as it was written.
   *
   * @param key the object that is wrong, or the folder if it is an object too many or too few
   * @param damage the damage, as the end of a sentence that begins with the object
   */
  public static ArchiveException damaged(
      String bucket, String key, String damage, @Nullable Throwable cause) {
    return new ArchiveException(
        Reason.DAMAGED,
        "Archive object s3://%s/%s %s. If the table that the archive was made of is there, keep it, and archive the period again ('evenkeel tables archive --restart'). If it is gone, put the archive in order from another copy."
            .formatted(bucket, key, damage),
        cause);
  }

  /**
   * A table that is not exported.
   *
   * @param destination bucket and prefix
   * @param problem DynamoDB's reason; a clause without a full stop
   * @param remedy the remedy; a clause without a full stop
   */
  public static ArchiveException notExported(
      String tableName,
      String destination,
      String problem,
      String remedy,
      @Nullable Throwable cause) {
    return new ArchiveException(
        Reason.EXPORT_FAILED,
        "Table '%s' is not exported to %s: %s. %s."
            .formatted(tableName, destination, problem, remedy),
        cause);
  }

  /**
   * An archive that does not hold what its table does.
   *
   * @param difference the difference, in counts and never in values
   */
  public static ArchiveException mismatch(String tableName, String exportId, String difference) {
    return new ArchiveException(
        Reason.MISMATCH,
        "Table '%s' and its archive '%s' do not hold the same items: %s. Find out who still writes to the table, then have it archived anew ('evenkeel tables archive --restart', or restartArchive(tableName)), or restore to another name."
            .formatted(tableName, exportId, difference),
        null);
  }

  /** Whether a failure is one of this reason. */
  public static boolean is(@Nullable Throwable failure, Reason reason) {
    return failure instanceof ArchiveException archive && archive.reason == reason;
  }

  public Reason reason() {
    return reason;
  }
}
