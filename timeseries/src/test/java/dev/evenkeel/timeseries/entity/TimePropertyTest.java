package dev.evenkeel.timeseries.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primaryPartitionKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primarySortKey;

import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.SeriesTime.TimeFormat;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSeriesTags;
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
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverter;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticTableSchema;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Properties of each class that the SDK converts, as the time of a series. */
class TimePropertyTest {
  private static final Instant SINCE = Instant.parse("2026-11-01T00:00:00Z");

  private static TimeSeriesSpec spec(Class<?> type, TimeFormat format, Period period) {
    return spec(schema(type, format, null), period);
  }

  private static TimeSeriesSpec spec(TableSchema<?> schema, Period period) {
    return TimeSeriesSpec.mapped("table", schema).period(period).since(SINCE).build();
  }

  private static <T> TableSchema<Broken.Keyed> schema(
      Class<T> type, TimeFormat format, @Nullable AttributeConverter<T> converter) {
    return StaticTableSchema.builder(Broken.Keyed.class)
        .newItemSupplier(Broken.Keyed::new)
        .addAttribute(
            String.class,
            id ->
                id.name("id")
                    .getter(Broken.Keyed::getId)
                    .setter(Broken.Keyed::setId)
                    .tags(primaryPartitionKey()))
        .addAttribute(
            type,
            at ->
                at.name("at")
                    .getter(keyed -> null)
                    .setter((keyed, value) -> {})
                    .attributeConverter(converter)
                    .tags(primarySortKey(), TimeSeriesTags.seriesTime(format)))
        .build();
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Instant.class,
        LocalDateTime.class,
        String.class,
        StringBuilder.class,
      })
  void mapped_ofATextThatIsReadAgain_isTaken(Class<?> type) {
    assertThat(spec(type, TimeFormat.ISO_8601, Period.HOUR).time().attribute()).isEqualTo("at");
  }

  @ParameterizedTest
  @ValueSource(classes = {long.class, Long.class, int.class, Double.class})
  void mapped_ofANumber_isTaken(Class<?> type) {
    assertThat(spec(type, TimeFormat.EPOCH_SECONDS, Period.HOUR).time().attribute())
        .isEqualTo("at");
  }

  /** A put with such a time would be refused, and each one in another zone for certain. */
  @ParameterizedTest
  @ValueSource(
      classes = {
        OffsetDateTime.class,
        ZonedDateTime.class,
        LocalTime.class,
        MonthDay.class,
        java.time.Period.class,
        ZoneId.class,
        ZoneOffset.class,
        UUID.class,
        Locale.class,
        URI.class
      })
  void mapped_ofATextThatIsNotReadAgain_isRefused(Class<?> type) {
    assertThatThrownBy(() -> spec(type, TimeFormat.ISO_8601, Period.DAY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Class %s: attribute 'at' carries @SeriesTime, but a %s is not stored as an ISO 8601 time in UTC such as 2026-11-21T10:05:03Z: make it an Instant, a LocalDateTime, a LocalDate or a String, or give it a converter",
            Broken.Keyed.class.getName(), type.getSimpleName());
  }

  @ParameterizedTest
  @ValueSource(classes = Duration.class)
  void mapped_ofALengthAsAText_isRefusedForItsType(Class<?> type) {
    assertThatThrownBy(() -> spec(type, TimeFormat.ISO_8601, Period.DAY))
        .hasMessageContaining("but is stored as N");
  }

  @ParameterizedTest
  @ValueSource(classes = LocalDate.class)
  void mapped_ofADate_isTakenForPeriodsOfDaysAlone(Class<?> type) {
    assertThat(spec(type, TimeFormat.ISO_8601, Period.DAY).time().attribute()).isEqualTo("at");
    assertThatThrownBy(() -> spec(type, TimeFormat.ISO_8601, Period.SIX_HOURS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "attribute 'at' is stored as a date without a time, and periods are shorter than a day: make it an Instant or a LocalDateTime");
  }

  /** What counts is what is written, not the class. */
  @Test
  void mapped_ofAConverterThatWritesUtc_isTaken() {
    assertThat(spec(schema(ZonedDateTime.class, TimeFormat.ISO_8601, new InUtc()), Period.HOUR))
        .isNotNull();
  }

  /** A time of any zone as an instant. */
  private static final class InUtc implements AttributeConverter<ZonedDateTime> {
    @Override
    public AttributeValue transformFrom(ZonedDateTime time) {
      return AttributeValue.fromS(time.toInstant().toString());
    }

    @Override
    public ZonedDateTime transformTo(AttributeValue stored) {
      return Instant.parse(stored.s()).atZone(ZoneOffset.UTC);
    }

    @Override
    public EnhancedType<ZonedDateTime> type() {
      return EnhancedType.of(ZonedDateTime.class);
    }

    @Override
    public AttributeValueType attributeValueType() {
      return AttributeValueType.S;
    }
  }
}
