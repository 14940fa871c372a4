package dev.evenkeel.timeseries.spec.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.work.SharedPass;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.Tier;

/**
 * The order to restore an archive. Immutable.
 *
 * @param tableName the period table whose archive it is
 * @param target the table to be made; it must not be there, and its name must be of no period
 * @param writeUnitsPerSecond write capacity that may be spent a second; null to go by the table's
 *     own, and on demand without a limit
 * @param retrievalTier how fast and at what price S3 restores files of a Glacier class
 * @param restoredFor how long S3 keeps the restored copies of files: longer than the restore takes
 * @param job under which workers ({@code ArchiveWorker}) read, write and verify; null if the call
 *     does that itself
 */
public record RestoreOrder(
    String tableName,
    String target,
    @Nullable Double writeUnitsPerSecond,
    Tier retrievalTier,
    Duration restoredFor,
    @Nullable String job) {
  /** The suffix that makes the default target of a period table's name. */
  public static final String SUFFIX = "-restored";

  /** The default time for which S3 keeps restored copies. */
  public static final Duration RESTORED_FOR_DEFAULT = Duration.ofDays(7);

  /**
   * Checks numbers.
   *
   * @throws IllegalArgumentException if a number is out of range
   */
  public RestoreOrder {
    requireNonNull(tableName);
    requireNonNull(target);
    requireNonNull(retrievalTier);
    if (writeUnitsPerSecond != null
        && !(writeUnitsPerSecond >= 1 && writeUnitsPerSecond <= 1_000_000)) {
      throw new IllegalArgumentException(
          "writeUnitsPerSecond must be 1 to 1000000 but is " + writeUnitsPerSecond);
    }
    if (restoredFor.compareTo(Duration.ofDays(1)) < 0) {
      throw new IllegalArgumentException(
          "restoredFor must be at least a day but is " + TimeText.of(restoredFor));
    }
    if (job != null) {
      SharedPass unused = SharedPass.of("-", job);
    }
  }

  /** Brings the archive of a period table back as {@code <table>-restored}. */
  public static RestoreOrder of(String tableName) {
    return new RestoreOrder(
        tableName, tableName + SUFFIX, null, Tier.STANDARD, RESTORED_FOR_DEFAULT, null);
  }

  /** The same, to another table. */
  public RestoreOrder to(String newTarget) {
    return new RestoreOrder(
        tableName, newTarget, writeUnitsPerSecond, retrievalTier, restoredFor, job);
  }

  /** The same at this pace. */
  public RestoreOrder at(double newWriteUnitsPerSecond) {
    return new RestoreOrder(
        tableName, target, newWriteUnitsPerSecond, retrievalTier, restoredFor, job);
  }

  /** The same with another retrieval of files of a Glacier class. */
  public RestoreOrder retrieving(Tier newTier, Duration keptFor) {
    return new RestoreOrder(tableName, target, writeUnitsPerSecond, newTier, keptFor, job);
  }

  /**
   * The same, shared: workers of a job read the files, write the table and verify it; the calls
   * begin each of these, wait for it within their budget, and make and record the table. A later
   * call without a job, or with another, takes the restore from these workers; nothing is lost by
   * that, and items may be written twice.
   *
   * @param newJob 1 to 128 letters, digits, points, hyphens and underscores
   */
  public RestoreOrder sharing(String newJob) {
    return new RestoreOrder(
        tableName, target, writeUnitsPerSecond, retrievalTier, restoredFor, requireNonNull(newJob));
  }
}
