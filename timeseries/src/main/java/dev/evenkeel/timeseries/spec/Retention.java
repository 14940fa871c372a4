package dev.evenkeel.timeseries.spec;

import dev.evenkeel.core.internal.explain.TimeText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The time for which period tables are kept. Nothing is deleted unless both are said: an age, and
 * what is to be there before.
 *
 * @param age after the end of a period and its lateness; null to keep tables for ever
 * @param withoutArchive whether a table may go although nothing of it was archived
 */
public record Retention(@Nullable Duration age, boolean withoutArchive) {

  /**
   * @throws IllegalArgumentException if the age is not above 0
   */
  public Retention {
    if (age != null && (age.isNegative() || age.isZero())) {
      throw new IllegalArgumentException("age must be above 0 but was " + TimeText.of(age));
    }
  }

  /** For ever. */
  public static Retention keep() {
    return new Retention(null, false);
  }

  /** Until an age, once a verified archive is there. */
  public static Retention deleteAfter(Duration age) {
    return new Retention(age, false);
  }

  /** Tables go although nothing of them was archived: what they hold is gone for good. */
  public Retention deleteWithoutArchive() {
    return new Retention(age, true);
  }
}
