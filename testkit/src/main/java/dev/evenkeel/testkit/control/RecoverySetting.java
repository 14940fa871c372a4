package dev.evenkeel.testkit.control;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsDescription;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsStatus;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryDescription;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoverySpecification;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;

/** Point-in-time recovery of one table as it is set; nothing can be restored. */
final class RecoverySetting {
  /** The longest, and what it is unless it is said (developer guide, "Point-in-time recovery"). */
  private static final int DAYS_MAX = 35;

  /** The lag of the latest point behind now (same page). */
  private static final Duration LATEST = Duration.ofMinutes(5);

  private @Nullable Instant since;
  private int days = DAYS_MAX;

  void update(PointInTimeRecoverySpecification asked, Instant now) {
    Integer askedDays = asked.recoveryPeriodInDays();
    if (askedDays != null && (askedDays < 1 || askedDays > DAYS_MAX)) {
      throw Errors.invalid("RecoveryPeriodInDays must be between 1 and " + DAYS_MAX);
    }
    if (!Boolean.TRUE.equals(asked.pointInTimeRecoveryEnabled())) {
      since = null;
      return;
    }
    since = since == null ? now : since;
    days = askedDays == null ? DAYS_MAX : askedDays;
  }

  ContinuousBackupsDescription describe(Instant now) {
    PointInTimeRecoveryDescription.Builder recovery =
        PointInTimeRecoveryDescription.builder()
            .pointInTimeRecoveryStatus(PointInTimeRecoveryStatus.DISABLED);
    if (since != null) {
      Instant window = now.minus(Duration.ofDays(days));
      Instant latest = now.minus(LATEST);
      Instant earliest = since.isAfter(window) ? since : window;
      recovery
          .pointInTimeRecoveryStatus(PointInTimeRecoveryStatus.ENABLED)
          .recoveryPeriodInDays(days)
          .earliestRestorableDateTime(earliest)
          .latestRestorableDateTime(latest.isAfter(earliest) ? latest : earliest);
    }
    return ContinuousBackupsDescription.builder()
        .continuousBackupsStatus(ContinuousBackupsStatus.ENABLED)
        .pointInTimeRecoveryDescription(recovery.build())
        .build();
  }
}
