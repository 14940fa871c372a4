package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.value.Printable;
import dev.evenkeel.jobs.cost.MonthlyBill;
import dev.evenkeel.jobs.cost.Price;
import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.simulator.advise.CacheAdvice;
import dev.evenkeel.simulator.advise.CacheAdvice.Size;
import dev.evenkeel.simulator.advise.CacheAdvisor;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What caches would gain, a row for each table.
 *
 * @param settings of the caches
 * @param tables those that are read
 * @param hitRatio the wanted one; null for nine tenths of the hits of the best cache
 * @param seconds that the trace lasts
 */
public record CacheRows(
    CacheAdvisor settings,
    List<CacheAdvice> tables,
    @Nullable Double hitRatio,
    Prices prices,
    double seconds) {
  private static final double MIB = 1 << 20;

  /** Copies the list. */
  public CacheRows {
    tables = List.copyOf(tables);
  }

  boolean hasFindings() {
    return tables.stream().anyMatch(CacheAdvice::isWorthIt);
  }

  /** The cache that a row is about. */
  private Size told(CacheAdvice table) {
    return hitRatio == null
        ? table.enough()
        : Objects.requireNonNullElseGet(table.reaching(hitRatio), table::best);
  }

  /** What the units cost that a month saves at the trace's pace; null if nobody knows. */
  private @Nullable Double saved(Size size) {
    return seconds <= 0
        ? null
        : prices.of(
            Price.READ_REQUESTS, size.unitsSaved() / seconds * MonthlyBill.SECONDS_OF_A_MONTH);
  }

  String text() {
    TextTable rows =
        new TextTable(
            "TABLE", "READS", "HIT RATIO", "BYTES", "HELD", "READ UNITS SAVED", "SAVED A MONTH");
    for (CacheAdvice table : tables) {
      Size size = told(table);
      Double saved = saved(size);
      rows.row(
          name(table),
          format("%,d", table.reads()),
          percent(table.hitRatio(size)),
          format("%,.0f MiB", size.bytesMax() / MIB),
          format("%,.2f MiB", size.bytesHeld() / MIB),
          format("%,.1f of %,.1f", size.unitsSaved(), table.readUnits()),
          saved == null ? "?" : format("%,.2f", saved));
    }
    StringBuilder text = new StringBuilder();
    text.append(
        ReportText.line(
            "Caches whose answers are %s old at most, of items that are read %d times in %s, with %s:",
            TimeText.of(settings.timeToLive()),
            settings.popularAt(),
            TimeText.of(settings.popularWithin()),
            hitRatio == null
                ? "the bytes for nine tenths of the hits of the best one"
                : "the bytes for a hit ratio of " + percent(hitRatio)));
    text.append(rows);
    text.append(ReportText.line("A month is 730 hours at this pace; %s.", prices.origin()));
    tables.forEach(table -> unreached(text, table));
    return text.toString();
  }

  private void unreached(StringBuilder text, CacheAdvice table) {
    if (hitRatio != null && table.reaching(hitRatio) == null) {
      Size best = table.best();
      text.append(
          ReportText.line(
              "%s: a hit ratio of %s cannot be reached. The best there is, up to %,.0f MiB, is %s, with %,.0f MiB.",
              name(table),
              percent(hitRatio),
              table.sizes().get(table.sizes().size() - 1).bytesMax() / MIB,
              percent(table.hitRatio(best)),
              best.bytesMax() / MIB));
    }
  }

  private static String name(CacheAdvice table) {
    return table.table() == null ? "(no name)" : Printable.of(table.table());
  }

  private static String percent(double part) {
    return format("%.1f %%", 100 * part);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  ObjectNode json() {
    ObjectNode json =
        Json.object()
            .put("timeToLiveSeconds", settings.timeToLive().toMillis() / 1e3)
            .put("popularReads", settings.popularAt())
            .put("popularWithinSeconds", settings.popularWithin().toMillis() / 1e3)
            .put("hitRatioWanted", hitRatio)
            .put("currency", prices.currency());
    json.set("tables", Json.array(tables, this::table));
    return json;
  }

  private ObjectNode table(CacheAdvice table) {
    ObjectNode json =
        Json.object()
            .put("table", table.table())
            .put("reads", table.reads())
            .put("readUnits", table.readUnits())
            .put("reached", hitRatio == null ? null : table.reaching(hitRatio) != null);
    json.set("cache", size(table, told(table)));
    json.set("tried", Json.array(table.sizes(), size -> size(table, size)));
    return json;
  }

  private ObjectNode size(CacheAdvice table, Size size) {
    return Json.object()
        .put("bytes", size.bytesMax())
        .put("bytesHeld", size.bytesHeld())
        .put("hitRatio", table.hitRatio(size))
        .put("readUnitsSaved", size.unitsSaved())
        .put("savedPerMonth", saved(size));
  }
}
