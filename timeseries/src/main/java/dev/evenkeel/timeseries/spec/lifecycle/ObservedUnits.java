package dev.evenkeel.timeseries.spec.lifecycle;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;

/**
 * The provisioned capacity of a table or an index, and how often it was lowered today.
 *
 * @param readUnits a second
 * @param writeUnits a second
 * @param decreasesToday in this UTC day
 * @param lastDecrease null if there was none
 */
public record ObservedUnits(
    long readUnits, long writeUnits, long decreasesToday, @Nullable Instant lastDecrease) {
  /** AWS, "Quotas", decreasing provisioned throughput: at most 27 in a UTC day. */
  public static final int DECREASES_A_DAY_MAX = 27;

  private static final Duration BETWEEN_DECREASES = Duration.ofHours(1);

  /** Reads what DescribeTable says. */
  public static ObservedUnits of(ProvisionedThroughputDescription description) {
    return new ObservedUnits(
        orZero(description.readCapacityUnits()),
        orZero(description.writeCapacityUnits()),
        orZero(description.numberOfDecreasesToday()),
        description.lastDecreaseDateTime());
  }

  private static long orZero(@Nullable Long number) {
    return number == null ? 0 : number;
  }

  /**
   * The time from which it may be lowered: at once if it was not yet today, else an hour after the
   * last time. DynamoDB allows four in the first hour; these are left to people.
   *
   * @return null if not before tomorrow
   */
  public @Nullable Instant lowerableFrom(Instant now) {
    if (lastDecrease == null || decreasesToday == 0) {
      return now;
    }
    Instant next = lastDecrease.plus(BETWEEN_DECREASES);
    if (decreasesToday >= DECREASES_A_DAY_MAX) {
      return null;
    }
    return next.isBefore(now) ? now : next;
  }
}
