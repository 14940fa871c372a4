package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.jobs.cost.Costs;
import org.jspecify.annotations.Nullable;

/**
 * The report of {@code sweep --deep}: the sum of its steps.
 *
 * @param steps how many there were
 * @param sum the sum of the steps; its cursor is that of the last
 * @param costs what the sweep costs; null if nobody asked
 */
public record DeepSweepRunReport(int steps, DeepSweepReport sum, @Nullable Costs costs)
    implements Report {
  /** Before the first step. */
  public static DeepSweepRunReport none(boolean dryRun, @Nullable String cursor) {
    return new DeepSweepRunReport(
        0, new DeepSweepReport(dryRun, cursor, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), null);
  }

  /** The sum with one step more. */
  public DeepSweepRunReport plus(DeepSweepReport step) {
    return new DeepSweepRunReport(
        steps + 1,
        new DeepSweepReport(
            step.dryRun(),
            step.nextCursor(),
            sum.rowsSeen() + step.rowsSeen(),
            sum.objectsSeen() + step.objectsSeen(),
            sum.live() + step.live(),
            sum.young() + step.young(),
            sum.inHand() + step.inHand(),
            sum.chunkedNoted() + step.chunkedNoted(),
            sum.objectsNoted() + step.objectsNoted(),
            sum.uploadsAborted() + step.uploadsAborted(),
            sum.undecidable() + step.undecidable(),
            sum.foreign() + step.foreign()),
        costs);
  }

  /** The same with what the sweep costs. */
  public DeepSweepRunReport costing(Costs newCosts) {
    return new DeepSweepRunReport(steps, sum, newCosts);
  }

  /** Whether everything was checked. */
  public boolean isThrough() {
    return steps > 0 && sum.nextCursor() == null;
  }

  @Override
  public ObjectNode json() {
    return put(
        Json.document("sweep --deep")
            .put("dryRun", sum.dryRun())
            .put("through", isThrough())
            .put("steps", steps)
            .put("nextCursor", sum.nextCursor()),
        sum,
        costs);
  }

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

  @Override
  public String text() {
    return table(sum, costs) + outcome(isThrough(), sum.dryRun());
  }

  static String table(DeepSweepReport sum, @Nullable Costs costs) {
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

  static String outcome(boolean isThrough, boolean dryRun) {
    return (isThrough ? "Everything was checked.\n" : "Not through yet: run it again.\n")
        + (dryRun
            ? SweepRunReport.DRY
            : "What is noted, the first sweep after the grace removes.\n");
  }
}
