package dev.evenkeel.timeseries.spec;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says of an entity class that its table is one table per period. {@link SeriesTime} marks the
 * attribute that determines the period.
 *
 * <pre>{@code
 * @DynamoDbBean
 * @TimeSeries(period = Period.DAY, since = "2026-11-01")
 * public class Reading {
 *   @DynamoDbPartitionKey
 *   public String getSensor() {...}
 *
 *   @DynamoDbSortKey
 *   @SeriesTime
 *   public Instant getAt() {...}
 * }
 * }</pre>
 *
 * <p>It is metadata only: {@link TimeSeriesSpec#mapped} and {@link TimeSeriesSpec#from} read it,
 * and the clients that are given that spec do the work. Subclasses inherit it. A schema made by
 * hand reads it from its class too, or does without: the builder says the same.
 *
 * <p>The method of the same name in {@link TimeSeriesSpec.Builder} explains each member. A member
 * left out leaves what is the builder's default.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface TimeSeries {

  /** {@link TimeSeriesSpec.Builder#period}. */
  Period period();

  /**
   * {@link TimeSeriesSpec.Builder#since}: a date, whose midnight in UTC is meant, or a time such as
   * {@code 2026-11-01T06:00:00Z}. If left out here, it has to be set in the builder.
   */
  String since() default "";

  /** {@link TimeSeriesSpec.Builder#prefix}. */
  String prefix() default "";

  /** {@link TimeSeriesSpec.Builder#lateness}, as ISO 8601 writes it: {@code PT1H}. */
  String lateness() default "";

  /** {@link TimeSeriesSpec.Builder#latePolicy}. */
  LatePolicy latePolicy() default LatePolicy.REFUSE;

  /** {@link TimeSeriesSpec.Builder#futureTolerance}, as ISO 8601 writes it: {@code PT10M}. */
  String futureTolerance() default "";

  /** {@link TimeSeriesSpec.Builder#prebuild}, as ISO 8601 writes it: {@code PT1H}. */
  String prebuild() default "";

  /** {@link TimeSeriesSpec.Builder#missingTables}. */
  MissingTablePolicy missingTables() default MissingTablePolicy.REFUSE;

  /** {@link TimeSeriesSpec.Builder#tablesMax}. */
  int tablesMax() default TimeSeriesSpec.TABLES_MAX_DEFAULT;
}
