package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.jobs.cost.Costs;
import java.util.List;

/**
 * The report of {@code tables archive}, {@code restore} and {@code parquet} with {@code --dry-run}.
 *
 * @param command the command
 * @param tables of which something would be done
 * @param costs what that would cost
 */
public record CostReport(String command, List<String> tables, Costs costs) implements Report {
  /** Copies the list. */
  public CostReport {
    tables = List.copyOf(tables);
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = Json.document(command).put("dryRun", true);
    json.set("tables", Json.texts(tables));
    json.set("costs", CostText.json(costs));
    return json;
  }

  @Override
  public String text() {
    return tables.isEmpty()
        ? "Nothing is due.\n"
        : CostText.text(costs) + "A dry run: nothing was written.\n";
  }
}
