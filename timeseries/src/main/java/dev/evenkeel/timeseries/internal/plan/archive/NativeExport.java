package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveLayout;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A native export, as it is noted.
 *
 * @param token that it is asked for with, and is noted before: whoever asks again with it meets the
 *     same export, also one that failed
 * @param arn null until DynamoDB has told it
 * @param requested when it had; null before
 * @param failures how many exports of the table failed before
 * @param lastFailure code and message of the last of them; null if there is none
 */
record NativeExport(
    String token,
    @Nullable String arn,
    @Nullable Instant requested,
    int failures,
    @Nullable String lastFailure) {

  /** An id and token that no other has: owners of leases are not used twice. */
  static String drawn(Lease lease, String tableName, Instant now, int failures) {
    int drawn = Objects.hash(lease.owner(), tableName, failures);
    return ArchiveLayout.of("", now, drawn).exportId();
  }

  static NativeExport begun(String token) {
    return new NativeExport(token, null, null, 0, null);
  }

  /** DynamoDB has taken it on. */
  NativeExport taken(String newArn, Instant when) {
    return new NativeExport(token, newArn, when, failures, lastFailure);
  }

  /** It failed; another is to be asked for. */
  NativeExport failed(String failure, String newToken) {
    return new NativeExport(newToken, null, null, failures + 1, failure);
  }
}
