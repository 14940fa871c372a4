package dev.evenkeel.timeseries.spec;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverter;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What the converter of an entity's property makes of a time, by a value of the property's class. A
 * text or a number may be anything, so it is not tried.
 *
 * @param type the class of the property
 * @param stored a value as it is written
 */
record TimeProperty(String type, AttributeValue stored) {
  /** A value of each class that the SDK converts, whose converter could write no time. */
  private static final Map<Class<?>, Object> SAMPLES =
      Map.ofEntries(
          Map.entry(Instant.class, Instant.parse("2026-11-21T10:05:03.250Z")),
          Map.entry(LocalDateTime.class, LocalDateTime.parse("2026-11-21T10:05:03.250")),
          Map.entry(LocalDate.class, LocalDate.parse("2026-11-21")),
          Map.entry(OffsetDateTime.class, OffsetDateTime.parse("2026-11-21T11:05:03.250+01:00")),
          Map.entry(
              ZonedDateTime.class,
              ZonedDateTime.parse("2026-11-21T11:05:03.250+01:00[Europe/Berlin]")),
          Map.entry(LocalTime.class, LocalTime.parse("10:05:03")),
          Map.entry(MonthDay.class, MonthDay.of(11, 21)),
          Map.entry(java.time.Period.class, java.time.Period.ofDays(1)),
          Map.entry(Duration.class, Duration.ofMinutes(1)),
          Map.entry(ZoneId.class, ZoneId.of("Europe/Berlin")),
          Map.entry(ZoneOffset.class, ZoneOffset.UTC),
          Map.entry(UUID.class, new UUID(4, 7)),
          Map.entry(Locale.class, Locale.ROOT),
          Map.entry(URI.class, URI.create("https://docs.aws.amazon.com")));

  /** Tries a property; null if it may hold anything, or nothing is known of it. */
  static @Nullable TimeProperty of(TableSchema<?> schema, String attribute) {
    try {
      AttributeConverter<?> converter = schema.converterForAttribute(attribute);
      return converter == null ? null : tried(converter);
    } catch (UnsupportedOperationException e) { // schemas of documents know no converters
      return null;
    }
  }

  /** A converter of somebody's own may take less than the class has: what it refuses is no sign. */
  private static <T> @Nullable TimeProperty tried(AttributeConverter<T> converter) {
    try {
      Class<T> type = converter.type().rawClass();
      Object sample = SAMPLES.get(type);
      AttributeValue stored = sample == null ? null : converter.transformFrom(type.cast(sample));
      return stored == null ? null : new TimeProperty(type.getSimpleName(), stored);
    } catch (RuntimeException e) {
      return null;
    }
  }

  /** Whether it is written in a form that is read again, in periods of that length. */
  boolean isReadBy(ItemTime time, Period period) {
    try {
      time.read(stored, period);
      return true;
    } catch (ItemTimeException e) {
      return false;
    }
  }
}
