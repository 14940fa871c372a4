package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.jobs.cost.Costs;
import org.jspecify.annotations.Nullable;

/** A deep sweep in reports, by one process or shared by several. */
final class DeepSweepText {
  private DeepSweepText() {}

  /** Puts what was counted into a document, and the costs. */
  static ObjectNode put(ObjectNode json, DeepSweepReport sum, @Nullable Costs costs) {
    json.put("rowsSeen", sum.rowsSeen())
        .put("objectsSeen", sum.objectsSeen())
        .put("live", sum.live())
        .put("young", sum.young())
        .put("inHand", sum.inHand())
        .put("chunkedNoted", sum.chunkedNoted())
        .put("objectsNoted", sum.objectsNoted())
        .put("uploadsAborted", sum.uploadsAborted())
        .put("undecidable", sum.undecidable())
        .put("foreign", sum.foreign());
    if (costs != null) {
      json.set("costs", CostText.json(costs));
    }
    return json;
  }

  /** What was counted, a row each, and the costs. */
  static String counts(DeepSweepReport sum, @Nullable Costs costs) {
    TextTable table = new TextTable(sum.dryRun() ? "WOULD BE" : "WHAT", "COUNT");
    table.row("rows seen", Long.toString(sum.rowsSeen()));
    table.row("objects seen", Long.toString(sum.objectsSeen()));
    table.row("live", Long.toString(sum.live()));
    table.row("too young to tell", Long.toString(sum.young()));
    table.row("in hand already", Long.toString(sum.inHand()));
    table.row("values in chunks noted for removal", Long.toString(sum.chunkedNoted()));
    table.row("objects noted for removal", Long.toString(sum.objectsNoted()));
    table.row("uploads aborted", Long.toString(sum.uploadsAborted()));
    table.row("undecidable, left alone", Long.toString(sum.undecidable()));
    table.row("foreign, left alone", Long.toString(sum.foreign()));
    return table + (costs == null ? "" : CostText.text(costs));
  }

  /** Whether it is through, and what becomes of what was noted. */
  static String outcome(boolean isThrough, boolean dryRun) {
    return (isThrough ? "Everything was checked.\n" : "Not through yet: run it again.\n")
        + (dryRun
            ? SweepRunReport.DRY
            : "What is noted, the first sweep after the grace removes.\n");
  }
}
