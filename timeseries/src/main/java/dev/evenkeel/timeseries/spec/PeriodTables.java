package dev.evenkeel.timeseries.spec;

import dev.evenkeel.core.internal.operation.TableName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The names of the tables of one time series: a prefix, and the name of the period. A name is that
 * of a period exactly if it is the one that would be given to it; what only begins alike ({@code
 * app_dev_2026-11} beside {@code app_}) is another's. No name belongs to two different prefixes.
 *
 * @param prefix the start of every name
 * @param period the span of each table
 */
public record PeriodTables(String prefix, Period period) {
  private static final int PERIOD_LENGTH_MAX = "2026-11-21-06".length();

  /**
   * @throws IllegalArgumentException if the prefix is empty, too long, or has characters that no
   *     table's name may have
   */
  public PeriodTables {
    if (!prefix.matches("[A-Za-z0-9_.-]+")
        || prefix.length() > TableName.LENGTH_MAX - PERIOD_LENGTH_MAX) {
      throw new IllegalArgumentException(
          "prefix must be 1 to %d of the characters A-Z, a-z, 0-9, '_', '-' and '.' but was '%s'"
              .formatted(TableName.LENGTH_MAX - PERIOD_LENGTH_MAX, prefix));
    }
  }

  /** The table for a period. */
  public String nameOf(TimeSpan span) {
    return prefix + period.nameOf(span);
  }

  /** The table for the period that an instant is part of. */
  public String nameAt(Instant time) {
    return nameOf(period.containing(time));
  }

  /** Whether a table is one of these. */
  public boolean contain(String tableName) {
    return periodOf(tableName) != null;
  }

  /** The period that a table is for; null if it is none of these. */
  public @Nullable TimeSpan periodOf(String tableName) {
    return tableName.startsWith(prefix) ? period.named(tableName.substring(prefix.length())) : null;
  }
}
