package dev.evenkeel.timeseries.internal.route;

import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Series that share no table. */
public final class DistinctSeries {
  private DistinctSeries() {}

  /**
   * Refuses specs that would share tables, so that an item of one would be shown by the other: two
   * of one logical table, and two whose period tables can have the same name. Hours, six and twelve
   * hours have names of one form; other periods never do.
   *
   * @throws IllegalArgumentException naming the first two that clash
   */
  public static void require(Collection<TimeSeriesSpec> specs) {
    Map<String, TimeSeriesSpec> seen = new HashMap<>();
    for (TimeSeriesSpec spec : specs) {
      String form = spec.period().isOfDays() ? spec.period().name() : "HOURS";
      for (String claim : List.of("table " + spec.tableName(), form + spec.tables().prefix())) {
        TimeSeriesSpec other = seen.put(claim, spec);
        if (other != null) {
          throw new IllegalArgumentException(
              "The specs of '%s' and '%s' would share tables: give each a logical name and a prefix of its own"
                  .formatted(other.tableName(), spec.tableName()));
        }
      }
    }
  }
}
