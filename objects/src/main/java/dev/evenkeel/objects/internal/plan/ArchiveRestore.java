package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.spec.ObjectRestore;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.RestoreStatus;
import software.amazon.awssdk.services.s3.model.Tier;

/** Restores of archived objects, and their status. */
public record ArchiveRestore(Store store) {
  public static final String OPERATION = "RestoreObject";

  /** The forms of HeadObject's {@code x-amz-restore}. */
  private static final Pattern UNDER_WAY = Pattern.compile("ongoing-request=\"true\"");

  private static final Pattern THERE =
      Pattern.compile("ongoing-request=\"false\", expiry-date=\"([^\"]+)\"");

  public Flow<Done> restore(String key, Duration keptFor, Tier tier) {
    return store
        .send(store.requests().restore(key, days(keptFor), tier))
        .map(response -> Done.DONE)
        .recover(
            failure -> isAtIt(failure) || Failures.isOtherState(failure), failure -> Flow.done());
  }

  private static boolean isAtIt(Throwable failure) {
    return Failures.isCode(failure, "RestoreAlreadyInProgress");
  }

  private static int days(Duration keptFor) {
    if (keptFor.compareTo(Duration.ofDays(1)) < 0) {
      throw new IllegalArgumentException(
          "restored copies are kept for a day or more, not for " + keptFor);
    }
    return Math.toIntExact(keptFor.plusDays(1).minusNanos(1).toDays());
  }

  /** Reads the header; null if S3 sent none. */
  @Nullable ObjectRestore of(String key, @Nullable String header) {
    if (header == null) {
      return null;
    }
    if (UNDER_WAY.matcher(header).matches()) {
      return new ObjectRestore(null);
    }
    Matcher there = THERE.matcher(header);
    if (!there.matches()) {
      throw unreadable(key, header, null);
    }
    try {
      return new ObjectRestore(
          DateTimeFormatter.RFC_1123_DATE_TIME.parse(there.group(1), Instant::from));
    } catch (DateTimeException e) {
      throw unreadable(key, header, e);
    }
  }

  private ObjectStoreException unreadable(
      String key, String header, @Nullable DateTimeException cause) {
    return store.failure(
        Reason.FAILED,
        key,
        "x-amz-restore is '%s', which is unknown here".formatted(header),
        cause);
  }

  /**
   * Reads a listing, which reports no restore by leaving the status out, or by a status without
   * date.
   */
  static @Nullable ObjectRestore of(@Nullable RestoreStatus status) {
    if (status == null) {
      return null;
    }
    if (Boolean.TRUE.equals(status.isRestoreInProgress())) {
      return new ObjectRestore(null);
    }
    return status.restoreExpiryDate() == null
        ? null
        : new ObjectRestore(status.restoreExpiryDate());
  }
}
