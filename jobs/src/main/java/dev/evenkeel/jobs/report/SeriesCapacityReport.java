package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.timeseries.planning.EventStream;
import dev.evenkeel.timeseries.planning.TimeSeriesPlan;
import dev.evenkeel.timeseries.planning.TimeSeriesPlanner;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The report of {@code capacity series}.
 *
 * @param plan the planner's recommendation
 * @param overhead the bytes that were counted for each item beside its own
 * @param headRoom the part of a partition that stays unused
 * @param period the word for the period
 * @param kept how long tables are kept; null if that was not said
 */
public record SeriesCapacityReport(
    TimeSeriesPlan plan, int overhead, double headRoom, String period, @Nullable Duration kept)
    implements Report {

  @Override
  public ObjectNode json() {
    ObjectNode json =
        Json.document("capacity series")
            .put("period", period)
            .put("shards", plan.shards())
            .put("writeUnitsPerSecond", plan.writeUnitsPerSecond())
            .put("fillSeconds", plan.fill().toSeconds())
            .put("tablesMax", kept == null ? null : plan.tables(kept));
    json.set("notes", Json.texts(plan.notes()));
    return json;
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    EventStream stream = plan.stream();
    text.append(
        ReportText.line(
            "Write units: %s events a second at most x %d for %,d bytes = %,d a second.",
            number(stream.peakPerSecond()),
            (stream.itemBytes() + 1023) / 1024,
            stream.itemBytes(),
            plan.writeUnitsPerSecond()));
    text.append(
        ReportText.line(
            "Shards: %,d / %,d that a partition takes, rounded up = %d.",
            plan.writeUnitsPerSecond(),
            TimeSeriesPlanner.PARTITION_WRITE_UNITS_MAX,
            plan.shards()));
    text.append(
        ReportText.line(
            "Bytes: %s events a second x (%,d + %d of overhead) / %d = %s a second and shard.",
            number(stream.perSecond()),
            stream.itemBytes(),
            overhead,
            plan.shards(),
            number(stream.perSecond() * (stream.itemBytes() + overhead) / plan.shards())));
    text.append(
        ReportText.line(
            "Fill: %,d bytes of a partition x %s / that = %s hours.",
            TimeSeriesPlanner.PARTITION_BYTES_MAX,
            number(1 - headRoom),
            number(plan.fill().toSeconds() / 3600.0)));
    text.append(ReportText.line("Period: %s, the longest that is over before.", period));
    if (kept != null) {
      text.append(
          ReportText.line(
              "Tables: %,d at a time at most, kept for %s.", plan.tables(kept), TimeText.of(kept)));
    }
    return text.append(ReportText.notes(plan.notes())).toString();
  }

  private static String number(double value) {
    String text = String.format(Locale.ROOT, "%,.2f", value);
    return text.replaceAll("\\.?0+$", "");
  }
}
