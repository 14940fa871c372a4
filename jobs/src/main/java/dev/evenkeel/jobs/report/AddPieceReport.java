package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.explain.Wrapped;
import dev.evenkeel.sharding.PiecePlan;
import dev.evenkeel.sharding.spec.Pieces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The report of {@code layout add-piece}.
 *
 * @param layouts the control table
 * @param key as it was given
 * @param plan as it was before anything was done
 * @param greatest the sort key above which the piece would begin now; null if there is no item, or
 *     the piece is there
 * @param added the pieces afterwards; null if nothing was done
 */
public record AddPieceReport(
    String tableName,
    String layouts,
    AttributeValue key,
    PiecePlan plan,
    @Nullable AttributeValue greatest,
    @Nullable Pieces added)
    implements Report {
  /**
   * The read units of a look at the clients: one for each of the partition keys that their rows are
   * spread over.
   */
  private static final int READ_UNITS_OF_A_LOOK = 16;

  /**
   * A step of the change.
   *
   * @param length about so long
   */
  private record Step(String name, Duration length, String why) {}

  private List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    if (!plan.ready().isZero()) {
      steps.add(
          new Step(
              "register",
              plan.ready(),
              "until every client has read that it must register, and nothing that was signed before can happen any more"));
    }
    steps.add(
        new Step(
            "pause",
            Duration.ofSeconds(1),
            "when every client has beaten, writes of this key are held back until each has acknowledged; after 8s the change is given up"));
    steps.add(
        new Step(
            "publish",
            Duration.ZERO,
            plan.from() == null
                ? "the piece begins right above the greatest sort key that the key has then"
                : "the piece begins at the sort key given, unless it would hide an item that came since"));
    return steps;
  }

  private String then() {
    Pieces pieces = plan.pieces();
    String shards = PieceText.shards(plan.shards());
    if (plan.from() != null && !plan.from().equals(pieces.last().from())) {
      return "%s, %s %s".formatted(PieceText.text(pieces), PieceText.text(plan.from(), ""), shards);
    }
    return greatest == null || !pieces.at(greatest).equals(pieces.last())
        ? "the last piece has no item, and has %s instead".formatted(shards)
        : "%s, above the greatest sort key (now %s) %s"
            .formatted(PieceText.text(pieces), PieceText.text(greatest), shards);
  }

  private int queries() {
    int counts = plan.from() == null ? 0 : plan.pieces().last().shards();
    return plan.queries() + plan.shards() + counts;
  }

  private int recordWrites() {
    return plan.ready().isZero() ? 2 : 4;
  }

  @Override
  public ObjectNode json() {
    ObjectNode json =
        Json.document("layout add-piece")
            .put("tableName", tableName)
            .put("layouts", layouts)
            .put("dryRun", added == null);
    json.set("key", PieceText.json(key));
    json.set("from", plan.from() == null ? null : PieceText.json(plan.from()));
    json.put("shards", plan.shards());
    json.set("pieces", PieceText.json(plan.pieces()));
    json.set("added", added == null ? null : PieceText.json(added));
    if (added == null) {
      json.set("greatestSortKey", greatest == null ? null : PieceText.json(greatest));
    }
    json.set("steps", Json.array(steps(), AddPieceReport::json));
    json.set("clients", Json.array(plan.clients(), LayoutClientsReport::json));
    json.set(
        "cost",
        Json.object()
            .put("tableQueries", queries())
            .put("recordWriteUnits", recordWrites())
            .put("clientWriteUnits", plan.clients().size())
            .put("readUnitsPerLook", READ_UNITS_OF_A_LOOK));
    return json;
  }

  private static JsonNode json(Step step) {
    return Json.object()
        .put("step", step.name())
        .put("seconds", step.length().toMillis() / 1000.0)
        .put("why", step.why());
  }

  @Override
  public String text() {
    String name = PieceText.text(key);
    if (added != null) {
      return "%s: %s%n".formatted(name, PieceText.text(added));
    }
    StringBuilder text = new StringBuilder();
    text.append("%s now: %s%n".formatted(name, PieceText.text(plan.pieces())));
    text.append("then: %s%n".formatted(then()));
    TextTable table = new TextTable("STEP", "TAKES", "WHY");
    for (Step step : steps()) {
      table.row(
          step.name(),
          step.length().isZero() ? "" : "about " + TimeText.of(step.length()),
          step.why());
    }
    text.append(table);
    text.append(LayoutClientsReport.text(plan.clients(), client -> false));
    text.append(LayoutClientsReport.behind(plan.clients()));
    text.append(
        Wrapped.of(
            "cost: %d queries of one item on %s; in %s %d write units for the record, one for each client, and %d read units for each look at them: one each tenth of a lease until all have beaten, then five a second"
                .formatted(queries(), tableName, layouts, recordWrites(), READ_UNITS_OF_A_LOOK)));
    text.append(
        "\nwhile the table is ready: of each client a write unit each third of a lease, and two reads a second\n");
    return text.append("Nothing is changed. Add --apply to do it.\n").toString();
  }
}
