package dev.evenkeel.timeseries.spec;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.BeanTableSchemaAttributeTag;

/**
 * Marks the key attribute that holds an item's time, which determines its table. On a getter or
 * setter of a bean, or a getter of an immutable, beside {@code @DynamoDbSortKey} or
 * {@code @DynamoDbPartitionKey}; also in a class that is flattened into the entity. {@link
 * TimeSeriesTags#seriesTime} says the same in a schema made by hand.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@BeanTableSchemaAttributeTag(TimeSeriesTags.class)
public @interface SeriesTime {

  /** The format of the time; for a number, its unit. */
  TimeFormat format() default TimeFormat.ISO_8601;

  /** {@link ItemTime#before}: where the time ends; if empty, it is the whole value. */
  String before() default "";

  /** The formats of {@link ItemTime}, for annotations. */
  public enum TimeFormat {
    /** {@link ItemTime#iso}; what the SDK's converters make of {@code Instant} and local times. */
    ISO_8601,
    /** {@link ItemTime#epochSeconds}. */
    EPOCH_SECONDS,
    /** {@link ItemTime#epochMillis}. */
    EPOCH_MILLIS;

    /** The time of this format in an attribute. */
    ItemTime in(String attribute) {
      return switch (this) {
        case ISO_8601 -> ItemTime.iso(attribute);
        case EPOCH_SECONDS -> ItemTime.epochSeconds(attribute);
        case EPOCH_MILLIS -> ItemTime.epochMillis(attribute);
      };
    }
  }
}
