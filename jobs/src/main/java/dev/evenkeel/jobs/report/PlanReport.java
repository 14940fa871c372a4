package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.jobs.cost.Costs;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan.Drift;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The report of {@code tables plan}, which {@code --out} saves.
 *
 * @param controlTable its name
 * @param isThere whether the control table is there
 * @param deleting whether deletes were asked for
 * @param reconciling whether drift is to be mended
 * @param plans of each series, in the order of the configuration
 * @param costs what the actions cost; null if nobody asked
 */
public record PlanReport(
    String controlTable,
    boolean isThere,
    boolean deleting,
    boolean reconciling,
    List<LifecyclePlan> plans,
    @Nullable Costs costs)
    implements Report {

  /** Marks a saved plan. */
  private static final String COMMAND = "tables plan";

  /** Copies the list. */
  public PlanReport {
    plans = List.copyOf(plans);
  }

  /** The same with what the actions cost. */
  public PlanReport costing(Costs newCosts) {
    return new PlanReport(controlTable, isThere, deleting, reconciling, plans, newCosts);
  }

  /** Whether there is anything to do, the control table included. */
  public boolean hasWork() {
    return !isThere || actions() > 0;
  }

  /** The number of actions. */
  public int actions() {
    return plans.stream().mapToInt(plan -> plan.actions().size()).sum();
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = Json.document(COMMAND);
    json.putObject("controlTable").put("tableName", controlTable).put("exists", isThere);
    json.put("delete", deleting).put("reconcile", reconciling).put("actions", actions());
    json.set("series", Json.array(plans, PlanReport::json));
    if (costs != null) {
      json.set("costs", CostText.json(costs));
    }
    return json;
  }

  private static JsonNode json(LifecyclePlan plan) {
    ObjectNode json =
        Json.object()
            .put("series", plan.series())
            .put("at", plan.at().toString())
            .put("fingerprint", plan.fingerprint());
    json.set("actions", Json.array(plan.actions(), Actions::json));
    json.set("drift", Json.array(plan.drift(), PlanReport::json));
    json.set("notes", Json.texts(plan.notes()));
    return json;
  }

  private static JsonNode json(Drift drift) {
    return Json.object()
        .put("tableName", drift.tableName())
        .put("setting", drift.setting().name())
        .put("difference", drift.difference())
        .put("mendable", drift.isMendable());
  }

  /** Whether a document is a saved plan of this version. */
  public static boolean isPlan(JsonNode document) {
    return document.path("format").asInt() == FORMAT
        && document.path("command").asText().equals(COMMAND);
  }

  /** Whether a saved plan was made to mend drift. */
  public static boolean isReconciling(JsonNode document) {
    return document.path("reconcile").asBoolean();
  }

  /** Whether a saved plan was made with deletes. */
  public static boolean isDeleting(JsonNode document) {
    return document.path("delete").asBoolean();
  }

  /**
   * The first series for which a saved plan says something else than this one, apart from the time
   * at which it was made; empty if there is none. Notes are not compared, as they have no effect.
   */
  public String differsFrom(JsonNode saved) {
    JsonNode now = Json.reread(json());
    if (saved.path("series").size() != plans.size()) {
      return "the number of series";
    }
    for (int i = 0; i < plans.size(); i++) {
      JsonNode here = now.path("series").path(i);
      JsonNode there = saved.path("series").path(i);
      for (String member : List.of("series", "fingerprint", "actions")) {
        if (!here.path(member).equals(there.path(member))) {
          return "series '%s'".formatted(plans.get(i).series());
        }
      }
    }
    return "";
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    if (!isThere) {
      text.append(
          "Control table '%s' is not there yet; apply creates it.\n".formatted(controlTable));
    }
    plans.forEach(plan -> text.append(text(plan)));
    if (!reconciling
        && plans.stream().flatMap(plan -> plan.drift().stream()).anyMatch(Drift::isMendable)) {
      text.append("Drift is left as it is; with --reconcile, apply mends what can be mended.\n");
    }
    int count = actions();
    if (costs != null) {
      text.append(CostText.text(costs));
    }
    return text.append(count == 1 ? "1 action.\n" : count + " actions.\n").toString();
  }

  private static String text(LifecyclePlan plan) {
    StringBuilder text =
        new StringBuilder("%s at %s\n".formatted(plan.series(), TimeText.of(plan.at())));
    if (plan.actions().isEmpty()) {
      text.append("nothing to do\n");
    } else {
      TextTable table = new TextTable("ACTION", "TABLE", "REASON");
      for (TableAction action : plan.actions()) {
        table.row(Actions.name(action), action.tableName(), action.reason());
      }
      text.append(table);
    }
    plan.drift().forEach(drift -> text.append(text(drift)));
    plan.notes().forEach(note -> text.append("note: ").append(note).append('\n'));
    return text.append('\n').toString();
  }

  private static String text(Drift drift) {
    return "drift: table '%s': %s %s%s\n"
        .formatted(
            drift.tableName(),
            drift.setting().words(),
            drift.difference(),
            drift.isMendable() ? "" : " (to be mended by hand)");
  }
}
