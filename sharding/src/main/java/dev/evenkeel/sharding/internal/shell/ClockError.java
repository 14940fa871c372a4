package dev.evenkeel.sharding.internal.shell;

import dev.evenkeel.core.internal.explain.TimeText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * By how much the clock of this machine differs from DynamoDB's, as answers tell by their date. A
 * request is signed by this clock, and DynamoDB may apply it for 15 minutes after the date of its
 * signature: a clock that is ahead makes that longer. Sends nothing of its own.
 */
final class ClockError {
  private static final Logger LOG = LoggerFactory.getLogger("dev.evenkeel.sharding.LayoutStore");
  private static final Duration WARNED = Duration.ofMinutes(1);

  private final InstantSource wall;
  private final @Nullable Duration aheadMax;
  private volatile Duration ahead = Duration.ZERO;
  private boolean isWarned;

  /**
   * @param aheadMax by how much it may be ahead; null for any
   */
  ClockError(InstantSource wall, @Nullable Duration aheadMax) {
    this.wall = wall;
    this.aheadMax = aheadMax;
  }

  /** Looks at the date of an answer, if it is one that has a date. */
  void look(Object answer) {
    SdkHttpResponse response = answer instanceof SdkResponse of ? of.sdkHttpResponse() : null;
    if (response != null) {
      response.firstMatchingHeader("Date").ifPresent(this::look);
    }
  }

  private void look(String date) {
    try {
      Instant there = DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from);
      ahead = Duration.between(there, wall.instant());
    } catch (DateTimeException e) {
      LOG.debug("An answer has no date that can be read.", e);
    }
    if (ahead.abs().compareTo(WARNED) > 0) {
      warn();
    }
  }

  private synchronized void warn() {
    if (!isWarned) {
      isWarned = true;
      LOG.warn("{} Synchronize it.", text());
    }
  }

  private String text() {
    return "The clock of this machine is %s %s that of DynamoDB."
        .formatted(
            TimeText.of(ahead.abs().truncatedTo(ChronoUnit.SECONDS)),
            ahead.isNegative() ? "behind" : "ahead of");
  }

  /** Whether what is signed now is too late to be applied once others count on that. */
  boolean isBounded() {
    return aheadMax == null || ahead.compareTo(aheadMax) <= 0;
  }

  /** Why no lease is taken. */
  IllegalStateException failure() {
    return new IllegalStateException(
        "%s What it signs could be applied after others count on that it is not, so nothing is sent on tables with a layout record until the clock is right. Synchronize it."
            .formatted(text()));
  }
}
