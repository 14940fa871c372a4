package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.jobs.cost.Price;
import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.sharding.Layout.Moving;
import dev.evenkeel.sharding.MovePlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The report of {@code reshard plan}, and of {@code reshard start} when it starts nothing.
 *
 * @param command {@code plan} or {@code start}
 * @param layouts the control table
 */
public record MovePlanReport(
    String command, String tableName, String layouts, Moving moving, MovePlan plan, Prices prices)
    implements Report {

  /** Whether nothing that is known stands against it. */
  public boolean isPossible() {
    return plan.unfit() == 0;
  }

  private @Nullable Double cost() {
    return prices.of(
        Price.READ_REQUESTS,
        plan.readUnits(),
        Price.WRITE_REQUESTS,
        plan.writeUnits() + plan.indexUnits());
  }

  @Override
  public boolean isDone() {
    return isPossible();
  }

  @Override
  public ObjectNode json() {
    Duration takes = plan.moving();
    ObjectNode json =
        Json.document("reshard " + command)
            .put("tableName", tableName)
            .put("layouts", layouts)
            .put("dryRun", true)
            .put("possible", isPossible());
    json.set("moving", MoveReport.json(moving));
    json.put("items", plan.items())
        .put("bytes", plan.bytes())
        .put("unfit", plan.unfit())
        .put("counted", plan.counted())
        .put("readUnits", plan.readUnits())
        .put("writeUnits", plan.writeUnits())
        .put("indexes", plan.indexes())
        .put("indexWriteUnits", plan.indexUnits())
        .put("cost", cost())
        .put("secondsUntilReady", plan.ready().toMillis() / 1000.0)
        .put("secondsMoving", takes == null ? null : takes.toMillis() / 1000.0);
    json.set("refused", Json.texts(plan.refused()));
    json.set("notes", Json.texts(notes()));
    return json;
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (!plan.counted()) {
      notes.add(
          "items and bytes are as DynamoDB says of the table, which is up to six hours old; whether each can be moved, and whether a key reads like a shard, 'start' sees");
    }
    if (plan.indexes() > 0) {
      notes.add(
          "the table has %s, where at most %s write units come on top; cost and time include them"
              .formatted(
                  plan.indexes() == 1 ? "1 index" : plan.indexes() + " indexes",
                  RateText.number(Math.round(plan.indexUnits()))));
    }
    notes.add("queries and scans cost about twice meanwhile, and are not in the cost");
    notes.add(
        "a parallel scan that has begun must not go on after the move, for it would miss items: end it before, or begin it anew");
    notes.add(
        "the cost is that of requests on demand, in %s: --prices and --price name others"
            .formatted(prices.origin()));
    return notes;
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append("%s: %s%n".formatted(tableName, MoveReport.text(moving)));
    TextTable table = new TextTable("ITEMS", "BYTES", "READ UNITS", "WRITE UNITS", "COST", "TAKES");
    Duration takes = plan.moving();
    table.row(
        RateText.number(plan.items()),
        RateText.number(plan.bytes()),
        RateText.number(Math.round(plan.readUnits())),
        RateText.number(Math.round(plan.writeUnits())),
        RateText.money(cost()),
        takes == null
            ? "as fast as DynamoDB allows"
            : "about " + TimeText.of(Duration.ofSeconds(takes.plusMillis(999).toSeconds())));
    text.append(table);
    text.append(
        plan.ready().isZero()
            ? "Every client is registered, so that the start need not wait for them.\n"
            : "The start waits %s before, until every client knows of it.\n"
                .formatted(TimeText.of(plan.ready())));
    text.append(ReportText.line("refused meanwhile: %s", String.join("; ", plan.refused())));
    return text.append(ReportText.notes(notes())).append(ending()).toString();
  }

  private String ending() {
    return isPossible()
        ? "Nothing is changed. Say 'evenkeel reshard start' with --apply to begin.\n"
        : ReportText.line(
            "Items that cannot be moved, so that the start would be refused: %s. They would not fit, for the key becomes longer, or are where neither layout looks for them. Mend or delete them first.",
            RateText.number(plan.unfit()));
  }
}
