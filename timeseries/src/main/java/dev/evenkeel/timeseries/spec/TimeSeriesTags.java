package dev.evenkeel.timeseries.spec;

import dev.evenkeel.core.internal.mapping.SchemaTags;
import dev.evenkeel.timeseries.spec.SeriesTime.TimeFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTag;

/**
 * {@link SeriesTime} as a tag for schemas that are made by hand:
 *
 * <pre>{@code
 * StaticTableSchema.builder(Reading.class)
 *     .addAttribute(Long.class, a -> a.name("at").getter(...).setter(...)
 *         .tags(primarySortKey(), seriesTime(TimeFormat.EPOCH_MILLIS)))
 * }</pre>
 */
public final class TimeSeriesTags {
  private static final String TIME = "SeriesTime";
  private static final SchemaTags TAGS = SchemaTags.of("timeseries");

  private TimeSeriesTags() {}

  /** The content of one tag; checked when a spec is made of it. */
  record Time(TimeFormat format, String before) {}

  /** As {@link SeriesTime}, for a value that is a time as a whole. */
  public static StaticAttributeTag seriesTime(TimeFormat format) {
    return seriesTime(format, "");
  }

  /**
   * As {@link SeriesTime}.
   *
   * @param before where the time ends; if empty, it is the whole value
   */
  public static StaticAttributeTag seriesTime(TimeFormat format, String before) {
    Time held = new Time(format, before);
    return TAGS.tag(TIME, type -> held);
  }

  /** Called by the SDK where it meets the annotation. */
  public static StaticAttributeTag attributeTagFor(SeriesTime annotation) {
    return seriesTime(annotation.format(), annotation.before());
  }

  /** The attributes that tell the time: one, if it is right. */
  static Map<String, Time> times(TableMetadata metadata) {
    return TAGS.byAttribute(metadata, TIME, Time.class);
  }

  /** Problems of tags: duplicates and misplaced ones. */
  static List<String> misplaced(TableSchema<?> schema) {
    List<String> problems = new ArrayList<>(TAGS.repeated(schema.tableMetadata(), List.of(TIME)));
    problems.addAll(TAGS.nested(schema, "where nothing is a key"));
    return problems;
  }
}
