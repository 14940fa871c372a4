package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.jobs.prewarm.PrewarmPlan;
import dev.evenkeel.jobs.prewarm.PrewarmPlan.Step;
import dev.evenkeel.jobs.prewarm.TableRate;
import dev.evenkeel.jobs.prewarm.WarmTable;
import dev.evenkeel.simulator.spec.Capacity.Throughput;
import dev.evenkeel.simulator.spec.PartitionRules;
import java.util.ArrayList;
import java.util.List;

/**
 * The report of {@code prewarm}.
 *
 * @param found the table as it was
 */
public record PrewarmReport(
    TableRate rate, WarmTable found, PrewarmPlan plan, Prices prices, PrewarmState state)
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
            .put("cost", plan.cost(prices));
    json.set("steps", Json.array(plan.steps(), this::json));
    json.set("notes", Json.texts(notes()));
    return json;
  }

  private ObjectNode json(Step step) {
    return Json.object()
        .put("region", step.region())
        .put("index", step.index())
        .put("warmReadUnits", step.warm().readUnits())
        .put("warmWriteUnits", step.warm().writeUnits())
        .put("targetReadUnits", step.target().readUnits())
        .put("targetWriteUnits", step.target().writeUnits())
        .put("cost", step.cost(prices));
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    RateText.noteQuota(plan.steps().stream().anyMatch(Step::isAboveQuota), notes);
    Throughput units = rate.units();
    Throughput provisioned = found.provisioned();
    if (provisioned != null
        && (provisioned.readUnits() < units.readUnits()
            || provisioned.writeUnits() < units.writeUnits())) {
      notes.add(
          "the table has %s read and %s write units provisioned: warm throughput lets them be raised at once, and does not raise them"
              .formatted(
                  RateText.number(provisioned.readUnits()),
                  RateText.number(provisioned.writeUnits())));
    }
    if (!found.isReported()) {
      notes.add(
          found.name() == null
              ? "reckoned from what a new on-demand table takes without being warmed"
              : "the engine reports no warm throughput: the current one is estimated from the mode");
    }
    if (!found.replicas().isEmpty()) {
      notes.add(
          "a global table: DynamoDB warms all replicas alike, and each is paid, at the price of its region");
    }
    RateText.notePrices(prices, notes);
    notes.add(
        "one key takes %s write and %s read units a second at most, however warm its table is"
            .formatted(
                RateText.number(PartitionRules.PARTITION_WRITE_UNITS),
                RateText.number(PartitionRules.PARTITION_READ_UNITS)));
    return notes;
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder(RateText.of(rate));
    TextTable table =
        new TextTable("", "READ UNITS NOW", "THEN", "WRITE UNITS NOW", "THEN", "COST");
    for (Step step : plan.steps()) {
      table.row(
          name(step),
          RateText.number(step.warm().readUnits()),
          RateText.number(step.target().readUnits()),
          RateText.number(step.warm().writeUnits()),
          RateText.number(step.target().writeUnits()),
          RateText.money(step.cost(prices)));
    }
    text.append(table);
    text.append(
        plan.isNeeded()
            ? "%s, once. Warm throughput cannot be lowered again.\n"
                .formatted(RateText.money(plan.cost(prices)))
            : "It is ready as it is.\n");
    return text.append(ReportText.notes(notes())).append(ending()).toString();
  }

  private String name(Step step) {
    String name =
        step.index() == null
            ? "table " + (found.name() == null ? "(new)" : found.name())
            : "index " + step.index();
    return step.region() == null ? name : name + " in " + step.region();
  }

  private String ending() {
    return switch (state) {
      case PLANNED -> plan.isNeeded() ? RateText.unapplied(found, "raise it") : "";
      case UNDER_WAY -> "It is being raised, which goes on by itself.\n";
      case DONE -> "It is raised.\n";
    };
  }
}
