package dev.evenkeel.spring;

import static java.time.ZoneOffset.UTC;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.spring.EvenkeelProperties.Series;
import dev.evenkeel.spring.EvenkeelProperties.TableKey;
import dev.evenkeel.spring.EvenkeelProperties.Template;
import dev.evenkeel.spring.EvenkeelProperties.Time;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** An entry of {@code evenkeel.tables}, as far as clients need it: they create no tables. */
final class SeriesProperties {
  private final Map<String, ScalarAttributeType> attributes = new LinkedHashMap<>();
  private final Template template;
  private final Setting setting;

  private SeriesProperties(Template template, Setting setting) {
    this.template = template;
    this.setting = setting;
  }

  static TimeSeriesSpec spec(Series series, Setting entry) {
    TimeSeriesSpec.Builder spec =
        TimeSeriesSpec.builder(entry.required("table-name", series.tableName()))
            .time(time(entry.required("time", series.time()), entry.child("time")))
            .period(period(entry.required("period", series.period()), entry.child("period")))
            .since(since(entry.required("since", series.since()), entry.child("since")))
            .template(
                new SeriesProperties(
                        entry.required("template", series.template()), entry.child("template"))
                    .table());
    given(series.prefix(), spec::prefix);
    given(series.lateness(), spec::lateness);
    given(series.futureTolerance(), spec::futureTolerance);
    given(series.prebuild(), spec::prebuild);
    given(series.tablesMax(), spec::tablesMax);
    given(
        series.latePolicy(),
        word ->
            spec.latePolicy(
                Layer.word(entry.child("late-policy"), word, List.of(LatePolicy.values()))));
    given(
        series.missingTables(),
        word ->
            spec.missingTables(
                Layer.word(
                    entry.child("missing-tables"), word, List.of(MissingTablePolicy.values()))));
    return spec.build();
  }

  private static <T> void given(@Nullable T value, Consumer<T> setter) {
    if (value != null) {
      setter.accept(value);
    }
  }

  private static ItemTime time(Time time, Setting setting) {
    String attribute = setting.required("attribute", time.attribute());
    ItemTime plain =
        switch (time.format()) {
          case "iso" -> ItemTime.iso(attribute);
          case "epochSeconds" -> ItemTime.epochSeconds(attribute);
          case "epochMillis" -> ItemTime.epochMillis(attribute);
          default ->
              throw setting
                  .child("format")
                  .wrong(
                      "'%s' is none of iso, epochSeconds, epochMillis.".formatted(time.format()));
        };
    return time.before() == null ? plain : plain.before(time.before());
  }

  private static Period period(String word, Setting setting) {
    return switch (word) {
      case "hour" -> Period.HOUR;
      case "6h" -> Period.SIX_HOURS;
      case "12h" -> Period.TWELVE_HOURS;
      case "day" -> Period.DAY;
      case "week" -> Period.WEEK;
      case "month" -> Period.MONTH;
      default ->
          throw setting.wrong("'%s' is none of hour, 6h, 12h, day, week, month.".formatted(word));
    };
  }

  private static Instant since(String text, Setting setting) {
    try {
      return text.contains("T")
          ? Instant.parse(text)
          : LocalDate.parse(text).atStartOfDay(UTC).toInstant();
    } catch (DateTimeException e) {
      throw setting.wrong(
          "'%s' is no date. Write 2026-11-21 in quotes, or 2026-11-21T06:00:00Z.".formatted(text));
    }
  }

  private TableTemplate table() {
    List<GlobalSecondaryIndex> globals =
        setting
            .child("global-indexes")
            .buildAll(
                template.globalIndexes(),
                (index, entry) ->
                    GlobalSecondaryIndex.builder()
                        .indexName(entry.required("index-name", index.indexName()))
                        .keySchema(key(entry, index.partitionKey(), index.sortKey()))
                        .projection(all -> all.projectionType(ProjectionType.ALL))
                        .build())
            .toList();
    List<LocalSecondaryIndex> locals =
        setting
            .child("local-indexes")
            .buildAll(
                template.localIndexes(),
                (index, entry) ->
                    LocalSecondaryIndex.builder()
                        .indexName(entry.required("index-name", index.indexName()))
                        .keySchema(
                            element(setting, "partition-key", template.partitionKey()),
                            element(entry, "sort-key", index.sortKey()))
                        .projection(all -> all.projectionType(ProjectionType.ALL))
                        .build())
            .toList();
    CreateTableRequest.Builder request =
        CreateTableRequest.builder()
            .keySchema(key(setting, template.partitionKey(), template.sortKey()))
            .billingMode(BillingMode.PAY_PER_REQUEST);
    if (!globals.isEmpty()) {
      request.globalSecondaryIndexes(globals);
    }
    if (!locals.isEmpty()) {
      request.localSecondaryIndexes(locals);
    }
    request.attributeDefinitions(
        attributes.entrySet().stream()
            .map(
                entry ->
                    AttributeDefinition.builder()
                        .attributeName(entry.getKey())
                        .attributeType(entry.getValue())
                        .build())
            .toList());
    return setting.build(() -> TableTemplate.of(request.build()));
  }

  private List<KeySchemaElement> key(
      Setting entry, @Nullable TableKey partition, @Nullable TableKey sort) {
    List<KeySchemaElement> key = new ArrayList<>();
    key.add(element(entry, "partition-key", partition));
    if (sort != null) {
      key.add(element(entry, "sort-key", sort));
    }
    return key;
  }

  private KeySchemaElement element(Setting entry, String name, @Nullable TableKey key) {
    KeyAttribute attribute = Layer.key(entry, name, key);
    attributes.put(attribute.name(), attribute.type());
    return KeySchemaElement.builder()
        .attributeName(attribute.name())
        .keyType(name.startsWith("partition") ? KeyType.HASH : KeyType.RANGE)
        .build();
  }
}
