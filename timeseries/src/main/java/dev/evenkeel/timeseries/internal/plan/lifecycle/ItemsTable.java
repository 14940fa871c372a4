package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tables of the items that rows of a companion belong to: that of the period, and the one that
 * its archive is restored to. Items go first: rows without items are found and deleted by the next
 * run, while items without rows have lost values.
 */
final class ItemsTable {
  /** The number of tables that are described at a time. */
  private static final int WIDTH = 8;

  private ItemsTable() {}

  /**
   * Why a table of rows has to stay; empty if no items need it, and of a series that is no
   * companion. A restore that is under way is noticed by the default name of its table.
   */
  static Flow<Optional<String>> obstacle(
      TimeSeriesSpec rows, String rowsTable, String controlTable) {
    TimeSeriesSpec items = rows.companionOf();
    TimeSpan span = rows.tables().periodOf(rowsTable);
    if (items == null || span == null) {
      return Flow.of(Optional.empty());
    }
    String table = items.tables().nameOf(span);
    List<String> tables =
        items.archive() == null ? List.of(table) : List.of(table, table + RestoreOrder.SUFFIX);
    return firstThere(tables)
        .then(
            found ->
                found.isPresent()
                    ? Flow.of(found)
                    : new Catalog(controlTable, items.tableName())
                        .find(table)
                        .then(archive -> firstThere(restored(archive.orElse(null)))));
  }

  private static List<String> restored(@Nullable ArchivedTable archive) {
    return Stream.ofNullable(archive)
        .map(ArchivedTable::restoredAs)
        .filter(Objects::nonNull)
        .toList();
  }

  private static Flow<Optional<String>> firstThere(List<String> tables) {
    if (tables.isEmpty()) {
      return Flow.of(Optional.empty());
    }
    return TableLookup.of(tables.get(0))
        .then(
            found ->
                found.staying() == null
                    ? firstThere(tables.subList(1, tables.size()))
                    : Flow.of(
                        Optional.of(
                            "table '%s' still has the items that its rows belong to"
                                .formatted(tables.get(0)))));
  }

  /**
   * The tables of a companion's rows that a run may not delete, and why.
   *
   * @param saved the plan that is to be applied; null to plan anew
   */
  static Flow<Map<String, String>> held(
      TimeSeriesSpec rows,
      String controlTable,
      Collection<ObservedTable> tables,
      Instant now,
      @Nullable LifecyclePlan saved) {
    Map<String, String> held = new TreeMap<>();
    List<Flow<Done>> lookups = new ArrayList<>();
    for (ObservedTable table : tables) {
      TimeSpan span = rows.tables().periodOf(table.name());
      if (span == null || !PeriodsNeeded.isPast(rows, span, now)) {
        continue;
      }
      if (saved != null && !deletes(saved, table.name())) {
        held.put(table.name(), "the plan that is applied keeps it");
      } else {
        lookups.add(lookup(rows, table.name(), controlTable, held));
      }
    }
    return Flow.failFast(lookups, WIDTH).map(done -> held);
  }

  /** Items that were deleted since a plan was made do not add the delete of their rows to it. */
  private static boolean deletes(LifecyclePlan saved, String table) {
    return saved.actions().stream()
        .anyMatch(action -> action instanceof Delete && action.tableName().equals(table));
  }

  /** A table stays whose items cannot be looked for; it does not delay the others. */
  private static Flow<Done> lookup(
      TimeSeriesSpec rows, String table, String controlTable, Map<String, String> held) {
    return obstacle(rows, table, controlTable)
        .recover(
            Refusals::isReportable,
            failure ->
                Flow.of(
                    Optional.of(
                        "whether the items that its rows belong to are there could not be read: "
                            + Refusals.text(failure))))
        .atResult(why -> why.ifPresent(text -> held.put(table, text)))
        .map(why -> Done.DONE);
  }
}
