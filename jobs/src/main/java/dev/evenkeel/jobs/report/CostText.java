package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.core.internal.explain.Wrapped;
import dev.evenkeel.jobs.cost.CostLine;
import dev.evenkeel.jobs.cost.CostLine.Per;
import dev.evenkeel.jobs.cost.Costs;
import dev.evenkeel.jobs.cost.Prices;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Costs in reports. */
public final class CostText {
  private CostText() {}

  /** The member {@code costs} of a document. */
  static ObjectNode json(Costs costs) {
    Prices prices = costs.prices();
    ObjectNode json =
        Json.object()
            .put("currency", prices.currency())
            .put("region", prices.region())
            .put("date", prices.date())
            .put("once", costs.known(Per.ONCE))
            .put("anHour", costs.known(Per.HOUR))
            .put("aMonth", costs.known(Per.MONTH))
            .put("partial", costs.isPartial());
    json.set("lines", Json.array(costs.lines(), CostText::json));
    return json;
  }

  private static JsonNode json(CostLine line) {
    return Json.object()
        .put("what", line.what())
        .put("per", line.per().text())
        .put("quantity", line.quantity())
        .put("unit", line.price() == null ? null : line.price().unit())
        .put("price", line.price() == null ? null : line.price().key())
        .put("amount", line.amount())
        .put("unknown", line.unknown());
  }

  /** A table, what is not known, and the sums; nothing if nothing costs. */
  public static String text(Costs costs) {
    if (costs.lines().isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    TextTable table = new TextTable("COST OF", "QUANTITY", costs.prices().currency());
    for (CostLine line : costs.lines()) {
      if (line.amount() != null) {
        table.row(line.what(), quantity(line), signed(line.amount()) + " " + line.per().text());
      }
    }
    if (costs.lines().stream().anyMatch(line -> line.amount() != null)) {
      text.append(table);
    }
    return text.append(unknown(costs)).append(Wrapped.of(sums(costs))).append('\n').toString();
  }

  /** A line for each thing whose cost is not known. */
  static String unknown(Costs costs) {
    StringBuilder text = new StringBuilder();
    for (CostLine line : costs.lines()) {
      String why = line.unknown();
      if (why != null) {
        text.append(ReportText.line("unknown: %s: %s", line.what(), why));
      }
    }
    return text.toString();
  }

  private static String quantity(CostLine line) {
    if (line.quantity() == null || line.price() == null) {
      return "";
    }
    double quantity = line.quantity();
    return (quantity == Math.rint(quantity)
            ? String.format(Locale.ROOT, "%,.0f", quantity)
            : String.format(Locale.ROOT, "%,.4f", quantity))
        + " "
        + line.price().unit();
  }

  /** The sums of what is known, in one line. */
  public static String sums(Costs costs) {
    List<String> sums = new ArrayList<>();
    for (Per per : Per.values()) {
      if (costs.lines().stream().anyMatch(line -> line.per() == per && line.amount() != null)) {
        sums.add("%s %s".formatted(signed(costs.known(per)), per.text()));
      }
    }
    return "Costs: %s%s (%s)."
        .formatted(
            sums.isEmpty() ? "unknown" : String.join(", ", sums),
            costs.isPartial() && !sums.isEmpty() ? ", and what is unknown" : "",
            costs.prices().origin());
  }

  private static String signed(double amount) {
    return amount < 0 ? "-" + RateText.money(-amount) : RateText.money(amount);
  }
}
