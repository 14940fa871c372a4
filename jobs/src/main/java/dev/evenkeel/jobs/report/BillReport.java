package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.jobs.cost.CostLine.Per;
import dev.evenkeel.jobs.cost.Costs;
import dev.evenkeel.jobs.cost.MonthlyBill.Feature;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The report of {@code cost}.
 *
 * @param plain the load on a plain table
 * @param features each feature that was asked for
 */
public record BillReport(Costs plain, List<Feature> features) implements Report {
  /** Copies the list. */
  public BillReport {
    features = List.copyOf(features);
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = Json.document("cost");
    json.set("plain", CostText.json(plain));
    json.set("features", Json.array(features, BillReport::json));
    return json;
  }

  private static JsonNode json(Feature feature) {
    ObjectNode json = Json.object().put("feature", feature.name()).put("change", feature.change());
    json.set("without", CostText.json(feature.without()));
    json.set("with", CostText.json(feature.with()));
    json.set("notes", Json.texts(feature.notes()));
    return json;
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    if (features.isEmpty()) {
      text.append(CostText.text(plain));
    }
    for (Feature feature : features) {
      text.append(text(feature));
    }
    return text.append(
            ReportText.line(
                "A month of 730 hours on demand, each feature alone; %s. Capacity that is provisioned, indexes, backups and transfers are not in it.",
                plain.prices().origin()))
        .toString();
  }

  private static String text(Feature feature) {
    TextTable table = new TextTable(feature.name(), "WITHOUT", "WITH");
    Set<String> names = new LinkedHashSet<>();
    feature.without().lines().forEach(line -> names.add(line.what()));
    feature.with().lines().forEach(line -> names.add(line.what()));
    for (String name : names) {
      table.row(name, of(feature.without(), name), of(feature.with(), name));
    }
    table.row("a month", total(feature.without()), total(feature.with()));
    Double change = feature.change();
    StringBuilder text = new StringBuilder(table.toString());
    text.append(
        change == null
            ? "Change: unknown.\n"
            : "Change: %s%s a month.\n"
                .formatted(change < 0 ? "-" : "+", RateText.money(Math.abs(change))));
    return text.append(CostText.unknown(feature.without()))
        .append(CostText.unknown(feature.with()))
        .append(ReportText.notes(feature.notes()))
        .append('\n')
        .toString();
  }

  private static String of(Costs costs, String name) {
    return costs.lines().stream()
        .filter(line -> line.what().equals(name))
        .findFirst()
        .map(line -> RateText.money(line.amount()))
        .orElse("-");
  }

  private static @Nullable Double known(Costs costs) {
    return costs.isPartial() ? null : Double.valueOf(costs.known(Per.MONTH));
  }

  private static String total(Costs costs) {
    return RateText.money(known(costs));
  }
}
