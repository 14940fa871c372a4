package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveLayout;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The record of a native export.
 *
 * @param token of the request, recorded before it: a repeated request with this token finds the
 *     same export, also a failed one
 * @param arn null until DynamoDB has returned it
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

  /** A unique id and token: owners of leases are not used twice. */
  static String drawn(Lease lease, String tableName, Instant now, int failures) {
    int drawn = Objects.hash(lease.owner(), tableName, failures);
    return ArchiveLayout.of(now, drawn).exportId();
  }

  static NativeExport begun(String token) {
    return new NativeExport(token, null, null, 0, null);
  }

  /** DynamoDB has taken it on. */
  NativeExport taken(String newArn, Instant when) {
    return new NativeExport(token, newArn, when, failures, lastFailure);
  }

  /** The record after a failure, with the token of the next request. */
  NativeExport failed(String failure, String newToken) {
    return new NativeExport(newToken, null, null, failures + 1, failure);
  }
}
