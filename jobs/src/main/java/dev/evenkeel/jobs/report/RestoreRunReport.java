package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.timeseries.spec.archive.RestoreReport;
import java.util.Locale;

/**
 * What {@code tables restore} tells.
 *
 * @param tableName whose archive it is
 * @param report how far it is
 */
public record RestoreRunReport(String tableName, RestoreReport report) implements Report {

  @Override
  public ObjectNode json() {
    return Json.document("tables restore")
        .put("complete", report.isDone())
        .put("tableName", tableName)
        .put("target", report.target())
        .put("state", report.state().name().toLowerCase(Locale.ROOT))
        .put("items", report.items())
        .put("itemsInAll", report.itemsInAll())
        .put("detail", report.detail());
  }

  @Override
  public String text() {
    String how = report.detail().isEmpty() ? "" : ": " + report.detail();
    return report.isDone()
        ? "%s is restored as %s, all %d items%s.\n"
            .formatted(tableName, report.target(), report.itemsInAll(), how)
        : "%s is not restored yet, %d of %d items are in %s%s. Say the same again to go on.\n"
            .formatted(tableName, report.items(), report.itemsInAll(), report.target(), how);
  }
}
