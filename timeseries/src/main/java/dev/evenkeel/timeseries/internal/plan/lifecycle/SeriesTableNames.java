package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The names of a series' tables, by the ledger and by ListTables. Tables of periods before the
 * spec's first one, which may have been raised, are only noted.
 */
final class SeriesTableNames {
  private final TimeSeriesSpec spec;
  private final SortedSet<String> names = new TreeSet<>();
  private final SortedSet<String> early = new TreeSet<>();

  SeriesTableNames(TimeSeriesSpec spec) {
    this.spec = spec;
  }

  /** Takes a name of the ledger, whose table may be gone. */
  void known(String name) {
    TimeSpan span = spec.tables().periodOf(name);
    if (span != null && !span.start().isBefore(spec.since())) {
      names.add(name);
    }
  }

  /** Takes the name of a table that is there. */
  void listed(String name) {
    TimeSpan span = spec.tables().periodOf(name);
    if (span != null && span.start().isBefore(spec.since())) {
      early.add(name);
    }
    known(name);
  }

  /** The names of tables that may be the series' own. */
  SortedSet<String> all() {
    return names;
  }

  /** The names of tables that are there and lie before the spec's first period. */
  List<String> beforeSince() {
    return List.copyOf(early);
  }

  /** What people are to know of those; empty if there are none. */
  List<String> note() {
    if (early.isEmpty()) {
      return List.of();
    }
    String which =
        early.size() == 1
            ? "table '%s' lies".formatted(early.first())
            : "%d tables, '%s' to '%s', lie".formatted(early.size(), early.first(), early.last());
    return List.of(
        "%s before since (%s): nothing is done there, no archive and no delete"
            .formatted(which, TimeText.of(spec.since())));
  }
}
