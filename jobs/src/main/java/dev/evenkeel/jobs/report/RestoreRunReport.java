package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.timeseries.spec.archive.RestoreReport;

/**
 * The report of {@code tables restore}.
 *
 * @param tableName the table of the archive
 * @param report how far it is
 */
public record RestoreRunReport(String tableName, RestoreReport report) implements Report {

  @Override
  public boolean isDone() {
    return report.isDone();
  }

  @Override
  public ObjectNode json() {
    return Json.document("tables restore")
        .put("complete", report.isDone())
        .put("tableName", tableName)
        .put("target", report.target())
        .put("state", state())
        .put("items", report.items())
        .put("itemsInAll", report.itemsInAll())
        .put("detail", report.detail());
  }

  /** Programs read {@code thawing}, so it stays. */
  private String state() {
    return switch (report.state()) {
      case RETRIEVING -> "thawing";
      case UNDER_WAY -> "under_way";
      case BUSY -> "busy";
      case DONE -> "done";
    };
  }

  @Override
  public String text() {
    String how = report.detail().isEmpty() ? "" : ": " + report.detail();
    return report.isDone()
        ? "%s is restored as %s, all %s%s.\n"
            .formatted(tableName, report.target(), RateText.items(report.itemsInAll()), how)
        : "%s is not restored yet, %s of %s are in %s%s. Repeat the command to continue.\n"
            .formatted(
                tableName,
                RateText.number(report.items()),
                RateText.items(report.itemsInAll()),
                report.target(),
                how);
  }
}
