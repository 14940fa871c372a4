package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.archive.ArchiveExportException;

/** What is said of exports that do not come about. */
final class ExportMessages {
  /**
   * So many exports are tried, one a run: each costs as much as one that succeeds may, and what
   * fails twice for want of a right does so until somebody gives it.
   */
  static final int EXPORTS_MAX = 3;

  private ExportMessages() {}

  static ArchiveExportException failed(
      String tableName, ArchivePolicy policy, String failure, int failures) {
    return new ArchiveExportException(
        tableName,
        policy.bucket().toString(),
        "the export failed with " + failure,
        "Look at the bucket, its policy and its key; the next run begins export %d of %d"
            .formatted(failures + 1, EXPORTS_MAX),
        null);
  }

  static ArchiveExportException givenUp(String tableName, ArchivePolicy policy, String failure) {
    return new ArchiveExportException(
        tableName,
        policy.bucket().toString(),
        "%d exports failed, the last with %s".formatted(EXPORTS_MAX, failure),
        "Mend that, then have it archived anew ('evenkeel tables archive --restart', or restartArchive(tableName)), or say SCAN as the archive's method",
        null);
  }

  static ArchiveExportException unrecoverable(
      String tableName, ArchivePolicy policy, Throwable cause) {
    return new ArchiveExportException(
        tableName,
        policy.bucket().toString(),
        "its point-in-time recovery is off",
        "Switch it on, for tables to come with point-in-time recovery in the template, and the next run exports; or say AUTO or SCAN as the archive's method",
        cause);
  }

  static ArchiveExportException unsupported(
      String tableName, ArchivePolicy policy, Throwable cause) {
    return new ArchiveExportException(
        tableName,
        policy.bucket().toString(),
        "the engine knows no exports",
        "Say AUTO or SCAN as the archive's method",
        cause);
  }
}
