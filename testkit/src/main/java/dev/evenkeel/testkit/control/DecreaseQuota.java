package dev.evenkeel.testkit.control;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * The limit on decreases of the provisioned throughput of a table, or of one of its indexes, on a
 * day in UTC: up to four times within an hour if it was not lowered yet that day, then once if it
 * was not in the last hour, which makes 27 at most (developer guide, "Quotas in Amazon DynamoDB").
 */
final class DecreaseQuota {
  static final int FIRST_MAX = 4;
  static final int DAY_MAX = 27;
  static final String REFUSAL =
      "Provisioned throughput decreases are limited within a given UTC day.";
  private static final Duration HOUR = Duration.ofHours(1);

  private final List<Instant> ofDay = new ArrayList<>();

  /** The number of decreases on the day of {@code now}. */
  int count(Instant now) {
    if (!ofDay.isEmpty() && !day(last()).equals(day(now))) {
      ofDay.clear();
    }
    return ofDay.size();
  }

  boolean allows(Instant now) {
    int count = count(now);
    if (count == 0) {
      return true;
    }
    boolean inFirstHour = now.isBefore(ofDay.get(0).plus(HOUR));
    return (count < FIRST_MAX && inFirstHour)
        || (count < DAY_MAX && !now.isBefore(last().plus(HOUR)));
  }

  void take(Instant now) {
    if (!allows(now)) {
      throw new IllegalStateException("no decrease is left at " + now);
    }
    ofDay.add(now);
  }

  /** DynamoDB's words; only for a quota that does not allow another. */
  String refusal(Instant now) {
    return REFUSAL
        + " After the first "
        + FIRST_MAX
        + " decreases, each subsequent decrease in the same UTC day can be performed at most once"
        + " every 3600 seconds. Number of decreases today: "
        + count(now)
        + ". Last decrease at "
        + last()
        + ". Next decrease can be made at "
        + next();
  }

  private Instant next() {
    Instant tomorrow = day(last()).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    Instant hourLater = last().plus(HOUR);
    return ofDay.size() >= DAY_MAX || hourLater.isAfter(tomorrow) ? tomorrow : hourLater;
  }

  private Instant last() {
    return ofDay.get(ofDay.size() - 1);
  }

  private static LocalDate day(Instant time) {
    return LocalDate.ofInstant(time, ZoneOffset.UTC);
  }
}
