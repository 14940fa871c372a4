package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.jobs.prewarm.ScaleTestPlan;
import dev.evenkeel.jobs.prewarm.TableRate;
import dev.evenkeel.jobs.prewarm.WarmTable;
import dev.evenkeel.simulator.spec.Capacity.Throughput;
import java.util.ArrayList;
import java.util.List;

/**
 * The report of {@code prewarm --grown-to}.
 *
 * @param found the table as it was
 */
public record ScaleTestReport(
    TableRate rate, WarmTable found, ScaleTestPlan plan, Prices prices, PrewarmState state)
    implements Report {

  @Override
  public boolean isDone() {
    return state != PrewarmState.UNDER_WAY;
  }

  @Override
  public ObjectNode json() {
    ObjectNode json =
        Json.document("prewarm")
            .put("tableName", found.name())
            .put("state", state.text())
            .put("needed", plan.isNeeded())
            .put("partitions", plan.partitions())
            .put("raisedReadUnits", plan.raised().readUnits())
            .put("raisedWriteUnits", plan.raised().writeUnits())
            .put("readUnits", plan.atScale().readUnits())
            .put("writeUnits", plan.atScale().writeUnits())
            .put("cost", plan.cost(prices));
    json.set("notes", Json.texts(notes()));
    return json;
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    RateText.noteQuota(plan.isAboveQuota(), notes);
    if (found.name() != null && found.provisioned() == null) {
      notes.add("the table is on demand: the recipe is for provisioned tables");
    }
    Throughput now = found.provisioned();
    if (now != null && !now.equals(plan.raisedProvisioned())) {
      notes.add(
          "%s read and %s write units %s"
              .formatted(
                  RateText.number(now.readUnits()),
                  RateText.number(now.writeUnits()),
                  state == PrewarmState.PLANNED
                      ? "are provisioned now"
                      : "were provisioned before"));
      if (state == PrewarmState.PLANNED && !plan.isFor(found)) {
        notes.add("the table holds items: --apply refuses it, since it may be in use");
      }
    }
    RateText.notePrices(prices, notes);
    notes.add(
        "reckoned by rules that AWS no longer publishes; adaptive capacity lends a busy partition"
            + " what the others leave, so a table that is warm behaves better than this one");
    return notes;
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder(RateText.of(rate));
    text.append(
        ReportText.line(
            "Partitions: %s for that rate and %s bytes, each with %s read and %s write units a second.",
            RateText.number(plan.partitions()),
            RateText.number(plan.storedBytes()),
            RateText.decimal(plan.readUnitsPerPartition()),
            RateText.decimal(plan.writeUnitsPerPartition())));
    text.append(plan.isNeeded() ? steps() : "A new table has as many by that throughput alone.\n");
    return text.append(ReportText.notes(notes())).append(ending()).toString();
  }

  private String steps() {
    Throughput raised = plan.raised();
    Throughput atScale = plan.atScale();
    return ReportText.line(
            "1. Provision %s read and %s write units, which makes as many: %s / 3,000 + %s / 1,000.",
            RateText.number(raised.readUnits()),
            RateText.number(raised.writeUnits()),
            RateText.number(raised.readUnits()),
            RateText.number(raised.writeUnits()))
        + ReportText.line(
            "2. Lower that to %s read and %s write units. The partitions remain.",
            RateText.number(atScale.readUnits()), RateText.number(atScale.writeUnits()))
        + ReportText.line(
            "%s for the first hour, beside what the table costs at that rate.",
            RateText.money(plan.cost(prices)));
  }

  private String ending() {
    return switch (state) {
      case PLANNED -> RateText.unapplied(found, "do it");
      case UNDER_WAY ->
          "It is raised or being raised, and costs that every hour: repeat the command to lower"
              + " it.\n";
      case DONE -> "It is done.\n";
    };
  }
}
