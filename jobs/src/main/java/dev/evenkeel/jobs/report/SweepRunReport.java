package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.chunking.spec.sweep.SweepReport.Intents;
import dev.evenkeel.chunking.spec.sweep.SweepReport.Payloads;

/**
 * The report of {@code sweep}.
 *
 * @param swept the results of the sweep; of a dry run, the actions that it left out
 */
public record SweepRunReport(SweepReport swept) implements Report {
  /** Whether no intent met a failure. */
  @Override
  public boolean isDone() {
    return swept.failure() == null;
  }

  @Override
  public ObjectNode json() {
    Intents intents = swept.intents();
    Payloads payloads = swept.payloads();
    ObjectNode json = Json.document("sweep").put("dryRun", swept.dryRun());
    json.putObject("intents")
        .put("seen", intents.seen())
        .put("finished", intents.finished())
        .put("waiting", intents.waiting())
        .put("foreign", intents.foreign())
        .put("unreadable", intents.unreadable())
        .put("failed", intents.failed());
    json.putObject("payloads")
        .put("chunkedRemoved", payloads.chunkedRemoved())
        .put("chunksRemoved", payloads.chunksRemoved())
        .put("objectsRemoved", payloads.objectsRemoved())
        .put("keptLive", payloads.keptLive())
        .put("undecidable", payloads.undecidable());
    return json.put("failure", swept.failure() == null ? null : Causes.text(swept.failure()));
  }

  @Override
  public String text() {
    Intents intents = swept.intents();
    Payloads payloads = swept.payloads();
    TextTable table = new TextTable(swept.dryRun() ? "WOULD BE" : "WHAT", "COUNT");
    table.row("unfinished writes due", Long.toString(intents.seen()));
    table.row("  finished", Long.toString(intents.finished()));
    table.row("  waiting for a later sweep", Long.toString(intents.waiting()));
    table.row("  of tables that are not configured", Long.toString(intents.foreign()));
    table.row("  unreadable", Long.toString(intents.unreadable()));
    table.row("  failed", Long.toString(intents.failed()));
    table.row("values in chunks removed", Long.toString(payloads.chunkedRemoved()));
    table.row("chunks removed", Long.toString(payloads.chunksRemoved()));
    table.row("objects removed", Long.toString(payloads.objectsRemoved()));
    table.row("values kept, their items have them", Long.toString(payloads.keptLive()));
    table.row("values kept, their items are unreadable", Long.toString(payloads.undecidable()));
    return table
        + (swept.failure() == null ? "" : "failure: " + Causes.text(swept.failure()) + "\n")
        + (swept.dryRun() ? DRY : "");
  }

  /** The end of reports on dry runs. */
  static final String DRY = "A dry run: nothing was written. Add --delete to do it.\n";
}
