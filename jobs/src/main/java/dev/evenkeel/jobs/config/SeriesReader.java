package dev.evenkeel.jobs.config;

import static java.time.ZoneOffset.UTC;

import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.Scaling;
import dev.evenkeel.timeseries.spec.Tier;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TableClass;

/** An entry of {@code tables}: one series. */
final class SeriesReader {
  private SeriesReader() {}

  /**
   * The spec of a series.
   *
   * @param before the series that stand before it, of which it may be a companion
   */
  static TimeSeriesSpec read(Section series, List<TimeSeriesSpec> before) {
    TimeSeriesSpec.Builder spec =
        series.has("companionOf")
            ? series
                .at("companionOf", () -> named(series.text("companionOf"), before))
                .companion(series.text("tableName"))
            : TimeSeriesSpec.builder(series.text("tableName"));
    series.text("prefix", spec::prefix);
    spec.time(time(series.required("time")));
    series.value("period", Periods::of, spec::period);
    series.value("since", SeriesReader::instant, spec::since);
    series.duration("lateness", spec::lateness);
    series.value("latePolicy", LatePolicy::valueOf, spec::latePolicy);
    series.duration("futureTolerance", spec::futureTolerance);
    series.duration("prebuild", spec::prebuild);
    series.value("missingTables", MissingTablePolicy::valueOf, spec::missingTables);
    series.number("tablesMax", spec::tablesMax);
    spec.template(TemplateReader.read(series.required("template")));
    series.value("scaling", Scaling::valueOf, spec::scaling);
    spec.tiers(series.children("tiers").stream().map(SeriesReader::tier).toArray(Tier[]::new));
    Section retention = series.child("retention");
    if (retention != null) {
      spec.retention(retention(retention));
    }
    Section archive = series.child("archive");
    if (archive != null) {
      spec.archive(ArchiveReader.read(archive));
    }
    return series.build(spec::build);
  }

  private static TimeSeriesSpec named(String tableName, List<TimeSeriesSpec> before) {
    return before.stream()
        .filter(spec -> spec.tableName().equals(tableName))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no series '%s' before this one. Put it there, or correct the name"
                        .formatted(tableName)));
  }

  private static ItemTime time(Section time) {
    String attribute = time.text("attribute");
    ItemTime plain =
        switch (time.has("format") ? time.text("format") : "iso") {
          case "epochSeconds" -> ItemTime.epochSeconds(attribute);
          case "epochMillis" -> ItemTime.epochMillis(attribute);
          default -> ItemTime.iso(attribute);
        };
    return time.has("before") ? time.at("before", () -> plain.before(time.text("before"))) : plain;
  }

  /** A date, or a time in UTC. */
  private static Instant instant(String text) {
    try {
      return text.contains("T")
          ? Instant.parse(text)
          : LocalDate.parse(text).atStartOfDay(UTC).toInstant();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "'%s' is no date. Write 2026-11-21, or a time in UTC such as 2026-11-21T06:00:00Z."
              .formatted(text),
          e);
    }
  }

  private static Tier tier(Section section) {
    Tier tier = Tier.after(section.duration("age"));
    Section units = section.child("provisioned");
    if (units != null && section.isTrue("onDemand")) {
      return section.at(
          "onDemand",
          () -> {
            throw new IllegalArgumentException(
                "a tier is provisioned or on demand, not both. Take one of them out");
          });
    }
    if (units != null) {
      tier = tier.provisioned(units.number("readUnits"), units.number("writeUnits"));
    } else if (section.isTrue("onDemand")) {
      tier = tier.onDemand();
    }
    return section.has("tableClass")
        ? tier.in(TableClass.fromValue(section.text("tableClass")))
        : tier;
  }

  private static Retention retention(Section section) {
    Retention kept = section.at("age", () -> Retention.deleteAfter(section.duration("age")));
    return section.isTrue("withoutArchive") ? kept.deleteWithoutArchive() : kept;
  }
}
