package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.Header;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Records a failed export and whether it is retried with a new token. Builds the failures of
 * exports.
 */
final class ExportFailure {
  /**
   * The number of exports that are tried, one a run: each may cost as much as a successful one, and
   * a missing right fails them all.
   */
  static final int EXPORTS_MAX = 3;

  private ExportFailure() {}

  /**
   * Notes it.
   *
   * @param what code and message
   * @return always fails, with an {@link ArchiveException}
   */
  static <T> Flow<T> note(ArchiveRecord archive, String what, Instant now) {
    String table = archive.table().tableName();
    Header header = archive.header();
    NativeExport export = archive.export();
    int failures = export.failures() + 1;
    String token = NativeExport.drawn(archive.progress().lease(), table, now, failures);
    Header next = header.exported(token, export.failed(what, token));
    boolean isLast = failures >= EXPORTS_MAX;
    return archive
        .progress()
        .claim(isLast ? next.failed(what) : next)
        .then(
            done ->
                Flow.failed(
                    isLast
                        ? givenUp(table, archive.policy(), what)
                        : failed(table, archive.policy(), what, failures)));
  }

  private static ArchiveException failed(
      String tableName, ArchivePolicy policy, String failure, int failures) {
    return exception(
        tableName,
        policy,
        "the export failed with " + failure,
        "Look at the bucket, its policy and its key; the next run begins export %d of %d"
            .formatted(failures + 1, EXPORTS_MAX),
        null);
  }

  static ArchiveException givenUp(String tableName, ArchivePolicy policy, String failure) {
    return exception(
        tableName,
        policy,
        "%d exports failed, the last with %s".formatted(EXPORTS_MAX, failure),
        "Mend that, then have it archived anew ('evenkeel tables archive --restart', or restartArchive(tableName)), or say SCAN as the archive's method",
        null);
  }

  static ArchiveException unrecoverable(String tableName, ArchivePolicy policy, Throwable cause) {
    return exception(
        tableName,
        policy,
        "its point-in-time recovery is off",
        "Switch it on, for tables to come with point-in-time recovery in the template, and the next run exports; or say AUTO or SCAN as the archive's method",
        cause);
  }

  static ArchiveException unsupported(String tableName, ArchivePolicy policy, Throwable cause) {
    return exception(
        tableName,
        policy,
        "the engine knows no exports",
        "Say AUTO or SCAN as the archive's method",
        cause);
  }

  private static ArchiveException exception(
      String tableName,
      ArchivePolicy policy,
      String reason,
      String remedy,
      @Nullable Throwable cause) {
    return ArchiveException.notExported(
        tableName, policy.bucket().toString(), reason, remedy, cause);
  }
}
