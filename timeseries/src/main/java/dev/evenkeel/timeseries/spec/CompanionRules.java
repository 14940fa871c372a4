package dev.evenkeel.timeseries.spec;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The conditions on which rows of one series outlive the items that they belong to. */
public final class CompanionRules {
  /**
   * The default maximum of tables that a request may touch of a {@link TimeSeriesSpec#companion}:
   * rows are read by their keys, or page after page by a scan, which asks one table at a time.
   */
  public static final int TABLES_MAX_DEFAULT = 1_000;

  private final TimeSeriesDraft rows;
  private final TimeSeriesSpec items;
  private final List<String> problems = new ArrayList<>();

  private CompanionRules(TimeSeriesDraft rows, TimeSeriesSpec items) {
    this.rows = rows;
    this.items = items;
  }

  /**
   * Checks that the rows of a companion can belong to the items of a series as it is given to a
   * client or a lifecycle: the spec that the companion was begun with may have been another.
   *
   * @throws IllegalArgumentException if it is no companion of that series, or would not keep its
   *     rows as long as these items need them; the message lists all problems
   */
  public static void require(TimeSeriesSpec rows, TimeSeriesSpec items) {
    TimeSeriesSpec owner = rows.companionOf();
    List<String> problems =
        owner == null || !owner.tableName().equals(items.tableName())
            ? List.of("it is no companion of '%s'".formatted(items.tableName()))
            : problems(rows.draft, items);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "The spec of '%s' does not fit the spec of '%s' that is given here: %s. Begin it with companion(\"%1$s\") of that spec"
              .formatted(rows.tableName(), items.tableName(), String.join("; ", problems)));
    }
  }

  static List<String> problems(TimeSeriesDraft rows, TimeSeriesSpec items) {
    CompanionRules rules = new CompanionRules(rows, items);
    rules.routing();
    rules.ages();
    return rules.problems;
  }

  /** A row is to be in the table of its item's period, and to be taken whenever the item is. */
  private void routing() {
    if (rows.companionOf != null && !rows.companionOf.tables().equals(items.tables())) {
      add(
          "belongs to tables named '%s' and a period, and those of '%s' are named '%s'"
              .formatted(
                  rows.companionOf.tables().prefix(), items.tableName(), items.tables().prefix()));
    }
    if (items.companionOf() != null) {
      add("belongs to '%s', which is a companion itself".formatted(items.tableName()));
    }
    if (rows.period != null && rows.period != items.period()) {
      add(
          "has periods of %s, and '%s' of %s"
              .formatted(rows.period, items.tableName(), items.period()));
    }
    if (rows.time != null && !rows.time.isSameAs(items.time())) {
      add("reads the time by another rule than '%s'".formatted(items.tableName()));
    }
    if (rows.latePolicy != LatePolicy.ACCEPT) {
      add("refuses late writes, and what items no longer need is removed late: leave latePolicy");
    }
    if (rows.futureTolerance.compareTo(items.futureTolerance()) < 0) {
      add("has a shorter futureTolerance than '%s'".formatted(items.tableName()));
    }
  }

  private void ages() {
    if (isLess(kept(rows.lateness, rows.retention), kept(items.lateness(), items.retention()))) {
      add(
          "is kept for a shorter time than '%s', whose items need its rows"
              .formatted(items.tableName()));
    }
    Duration rowsTaken =
        taken(rows.latePolicy, rows.lateness, rows.archive, kept(rows.lateness, rows.retention));
    Duration itemsTaken =
        taken(
            items.latePolicy(),
            items.lateness(),
            items.archive(),
            kept(items.lateness(), items.retention()));
    if (isLess(rowsTaken, itemsTaken)) {
      add(
          "takes no writes any more while '%s' does: archive it later"
              .formatted(items.tableName()));
    }
    if (items.archive() != null && rows.archive == null) {
      add(
          "has no archive, and '%s' has one, which would lack its rows"
              .formatted(items.tableName()));
    }
    if (isLess(frozen(items.lateness(), items.archive()), frozen(rows.lateness, rows.archive))) {
      add(
          "is archived later than '%s', whose items would be gone when its rows are looked at: let both archives have one age"
              .formatted(items.tableName()));
    }
    if (rows.retention.withoutArchive() && !items.retention().withoutArchive()) {
      add(
          "may be deleted without an archive, and '%s' may not: say deleteAfter alone"
              .formatted(items.tableName()));
    }
  }

  /** After the end of a period; null for ever. */
  private static @Nullable Duration kept(Duration lateness, Retention retention) {
    return retention.age() == null ? null : lateness.plus(retention.age());
  }

  /** How long after the end of a period clients take writes; null for ever. */
  private static @Nullable Duration taken(
      LatePolicy late,
      Duration lateness,
      @Nullable ArchivePolicy archive,
      @Nullable Duration kept) {
    if (late == LatePolicy.REFUSE) {
      return lateness;
    }
    return archive == null ? kept : lateness.plus(archive.age());
  }

  /** After the end of a period; null for never. */
  private static @Nullable Duration frozen(Duration lateness, @Nullable ArchivePolicy archive) {
    return archive == null ? null : lateness.plus(archive.age());
  }

  private static boolean isLess(@Nullable Duration one, @Nullable Duration other) {
    return one != null && (other == null || one.compareTo(other) < 0);
  }

  private void add(String problem) {
    problems.add("it " + problem);
  }
}
