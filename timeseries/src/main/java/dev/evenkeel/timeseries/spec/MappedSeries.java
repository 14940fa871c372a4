package dev.evenkeel.timeseries.spec;

import static software.amazon.awssdk.enhanced.dynamodb.TableMetadata.primaryIndexName;

import dev.evenkeel.core.internal.mapping.IndexKeys;
import dev.evenkeel.core.internal.mapping.SchemaTags;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Reads what a class and its schema say of a time series, and everything that is wrong with it. */
final class MappedSeries {
  private static final String SINCE = "a date or a time in UTC, such as 2026-11-01";

  private final TableSchema<?> schema;
  private final TimeSeriesDraft draft;
  private final List<String> problems = new ArrayList<>();

  private MappedSeries(TableSchema<?> schema, TimeSeriesDraft draft) {
    this.schema = schema;
    this.draft = draft;
  }

  /**
   * The draft that an entity makes.
   *
   * @throws IllegalArgumentException naming the class and listing what is wrong with it
   */
  static TimeSeriesDraft of(String tableName, TableSchema<?> schema) {
    TimeSeriesDraft draft = new TimeSeriesDraft(tableName);
    draft.entity = schema.itemType().rawClass().getName();
    MappedSeries mapped = new MappedSeries(schema, draft);
    mapped.read();
    if (!mapped.problems.isEmpty()) {
      throw new IllegalArgumentException(
          "Class %s: %s".formatted(draft.entity, String.join("; ", mapped.problems)));
    }
    return draft;
  }

  private void read() {
    TableMetadata metadata = schema.tableMetadata();
    trying("", () -> draft.template = MappedTemplate.of(metadata));
    time(TimeSeriesTags.times(metadata));
    problems.addAll(TimeSeriesTags.misplaced(schema));
    TimeSeries annotation = schema.itemType().rawClass().getAnnotation(TimeSeries.class);
    if (annotation != null) {
      say(annotation);
    }
  }

  private void time(Map<String, TimeSeriesTags.Time> times) {
    if (times.size() > 1) {
      problems.add(
          "the attributes %s carry @SeriesTime, but an item has one time: leave it at the one that tells the table"
              .formatted(times.keySet()));
      return;
    }
    if (times.isEmpty()) {
      problems.add(
          "no attribute carries @SeriesTime: put it beside @DynamoDbSortKey or @DynamoDbPartitionKey, whichever holds the time");
      return;
    }
    Map.Entry<String, TimeSeriesTags.Time> time = times.entrySet().iterator().next();
    time(time.getKey(), time.getValue());
  }

  private void time(String attribute, TimeSeriesTags.Time annotation) {
    String carries = "attribute '" + attribute + "' carries @SeriesTime";
    ScalarAttributeType type = keyType(attribute);
    ItemTime time = annotation.format().in(attribute);
    if (type == null) {
      problems.add(
          carries
              + " but is no key attribute of the table, and gets, updates and deletes know the key alone: put it beside @DynamoDbSortKey or @DynamoDbPartitionKey");
    } else if (type != time.type()) {
      problems.add(
          "%s with format %s, which is of type %s, but is stored as %s: %s"
              .formatted(
                  carries,
                  annotation.format(),
                  time.type(),
                  type,
                  type == ScalarAttributeType.N
                      ? "say EPOCH_SECONDS or EPOCH_MILLIS"
                      : type == ScalarAttributeType.S
                          ? "say ISO_8601, or store a number"
                          : "give it a converter to a string or a number"));
    } else {
      trying(
          carries + ", but ",
          () ->
              draft.time = annotation.before().isEmpty() ? time : time.before(annotation.before()));
      if (draft.time != null) {
        property(attribute, carries, draft.time);
      }
    }
  }

  /** Looks whether puts would refuse whatever the property is written as. */
  private void property(String attribute, String carries, ItemTime time) {
    TimeProperty property = TimeProperty.of(schema, attribute);
    if (property != null && !property.isReadBy(time, Period.DAY)) {
      problems.add(
          "%s, but a %s is not stored as %s: %s"
              .formatted(
                  carries,
                  property.type(),
                  time.words(),
                  time.type() == ScalarAttributeType.S
                      ? "make it an Instant, a LocalDateTime, a LocalDate or a String, or give it a converter"
                      : "make it a long, or give it a converter"));
    } else if (property != null && !property.isReadBy(time, Period.HOUR)) {
      draft.dates = time;
    }
  }

  private @Nullable ScalarAttributeType keyType(String attribute) {
    return schema.tableMetadata().indices().stream()
        .filter(index -> index.name().equals(primaryIndexName()))
        .flatMap(
            index ->
                Stream.concat(IndexKeys.partition(index).stream(), IndexKeys.sort(index).stream()))
        .filter(key -> key.name().equals(attribute))
        .map(key -> SchemaTags.key(key).type())
        .findFirst()
        .orElse(null);
  }

  private void say(TimeSeries annotation) {
    draft.period = annotation.period();
    draft.latePolicy = annotation.latePolicy();
    draft.missingTables = annotation.missingTables();
    draft.tablesMax = annotation.tablesMax();
    if (!annotation.prefix().isEmpty()) {
      String intro = "@TimeSeries says prefix = '" + annotation.prefix() + "', but ";
      trying(
          intro,
          () -> draft.prefix = new PeriodTables(annotation.prefix(), annotation.period()).prefix());
    }
    parse("since", annotation.since(), SINCE, MappedSeries::time, since -> draft.since = since);
    duration("lateness", annotation.lateness(), lateness -> draft.lateness = lateness);
    duration(
        "futureTolerance", annotation.futureTolerance(), ahead -> draft.futureTolerance = ahead);
    duration("prebuild", annotation.prebuild(), prebuild -> draft.prebuild = prebuild);
  }

  private static Instant time(String text) {
    return text.contains("T")
        ? Instant.parse(text)
        : LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
  }

  private void duration(String member, String text, Consumer<Duration> use) {
    parse(member, text, "a duration, such as PT1H", Duration::parse, use);
  }

  /** Hands on what a text says; nothing if it is empty, or wrong, which is noted. */
  private <T> void parse(
      String member, String text, String form, Function<String, T> parser, Consumer<T> use) {
    if (text.isEmpty()) {
      return;
    }
    try {
      use.accept(parser.apply(text));
    } catch (DateTimeException e) {
      problems.add("@TimeSeries says %s = '%s', which is not %s".formatted(member, text, form));
    }
  }

  private void trying(String intro, Runnable step) {
    try {
      step.run();
    } catch (IllegalArgumentException e) {
      problems.add(intro + e.getMessage());
    }
  }
}
