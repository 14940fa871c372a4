package dev.evenkeel.timeseries.internal.plan.read;

import dev.evenkeel.timeseries.internal.plan.route.Archives.Known;
import dev.evenkeel.timeseries.internal.plan.route.CallerNames;
import dev.evenkeel.timeseries.internal.plan.route.PeriodTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** The tables of a merge by their places, and those that stand in for some that are not there. */
final class StandIns {
  private final CoverageLog coverage;
  private final Known archives;
  private final List<PeriodTable> tables;
  private final CallerNames names;
  private final String asked;

  /** How requests name the tables that are read in the place of others. */
  private final Map<Integer, String> named = new HashMap<>();

  /**
   * @param names is told of the tables that are read in the place of others
   * @param asked how the caller names the series
   */
  StandIns(
      CoverageLog coverage,
      Known archives,
      List<PeriodTable> tables,
      CallerNames names,
      String asked) {
    this.coverage = coverage;
    this.archives = archives;
    this.tables = tables;
    this.names = names;
    this.asked = asked;
  }

  /** How requests name what is read in a table's place; null as long as it is read itself. */
  @Nullable String named(int place) {
    return named.get(place);
  }

  /** Whether from now on another table is read, as this one is not there. */
  boolean replace(int place) {
    PeriodTable restored = named.containsKey(place) ? null : archives.restored(tables.get(place));
    if (restored == null) {
      return false;
    }
    named.put(place, names.add(asked, restored));
    return true;
  }

  void read(int place) {
    coverage.read(place);
  }

  /**
   * Nothing is there in a table's place.
   *
   * @return how the read fails for it; null if the period is read as empty
   */
  @Nullable Throwable absent(int place, ResourceNotFoundException cause) {
    return coverage.absent(place, archives, cause);
  }
}
