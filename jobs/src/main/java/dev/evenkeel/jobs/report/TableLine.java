package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.ObservedUnits;
import dev.evenkeel.timeseries.spec.lifecycle.SeriesStatus;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One table of a series: as described, in the ledger and in the plan.
 *
 * @param tableName the table
 * @param seen as DynamoDB described it; null if it did not
 * @param isBeforeSince whether it is there, lies before the series' first period, and so was not
 *     described
 * @param entry the entry in the ledger; null if there is none
 * @param due the actions that are due
 */
record TableLine(
    String tableName,
    @Nullable ObservedTable seen,
    boolean isBeforeSince,
    @Nullable LedgerEntry entry,
    List<String> due) {
  private static final String NOTHING = "-";

  /** A line for each table that is there, remembered or to be built, in the order of the names. */
  static List<TableLine> of(SeriesStatus status) {
    SortedSet<String> names = new TreeSet<>();
    status.tables().forEach(table -> names.add(table.name()));
    status.ledger().forEach(entry -> names.add(entry.tableName()));
    status.plan().actions().forEach(action -> names.add(action.tableName()));
    return names.stream().map(name -> of(name, status)).toList();
  }

  private static TableLine of(String name, SeriesStatus status) {
    List<String> due = new ArrayList<>();
    for (TableAction action : status.plan().actions()) {
      if (action.tableName().equals(name)) {
        due.add(Actions.name(action));
      }
    }
    return new TableLine(
        name,
        status.tables().stream().filter(t -> t.name().equals(name)).findFirst().orElse(null),
        status.beforeSince().contains(name),
        status.ledger().stream().filter(e -> e.tableName().equals(name)).findFirst().orElse(null),
        due);
  }

  JsonNode json() {
    ObjectNode json = Json.object().put("tableName", tableName);
    json.put("state", entry == null ? null : ReportText.word(entry.state()));
    json.put("archived", entry != null && entry.isArchived());
    json.put("exists", seen != null || isBeforeSince);
    json.put("beforeSince", isBeforeSince);
    if (seen != null) {
      json.put("status", seen.status().toString());
      json.put("settled", seen.settled());
      json.put("ownership", ReportText.word(seen.ownership()));
      json.put("tableClass", seen.tableClass().toString());
      json.put("deletionProtection", seen.isProtected());
      json.set("capacity", json(seen.units()));
      ObjectNode indexes = json.putObject("indexes");
      seen.indexNames().forEach(name -> indexes.set(name, json(seen.indexes().get(name))));
    }
    json.set("due", Json.texts(due));
    return json;
  }

  private static JsonNode json(@Nullable ObservedUnits units) {
    return units == null
        ? Json.object().put("onDemand", true)
        : Json.object().put("readUnits", units.readUnits()).put("writeUnits", units.writeUnits());
  }

  void addTo(TextTable table) {
    table.row(
        tableName,
        entry == null ? NOTHING : ReportText.word(entry.state()),
        status(),
        seen == null ? NOTHING : capacity(seen.units()),
        seen == null ? NOTHING : seen.tableClass().toString(),
        seen == null ? NOTHING : ReportText.word(seen.ownership()),
        entry != null && entry.isArchived() ? "yes" : "no",
        due.isEmpty() ? NOTHING : String.join(", ", due));
  }

  private String status() {
    if (seen == null) {
      return isBeforeSince ? "before since" : "absent";
    }
    return seen.status().toString();
  }

  private static String capacity(@Nullable ObservedUnits units) {
    return units == null
        ? "on demand"
        : "%d r, %d w".formatted(units.readUnits(), units.writeUnits());
  }
}
