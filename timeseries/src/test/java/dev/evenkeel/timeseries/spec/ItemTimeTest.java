package dev.evenkeel.timeseries.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.item.KeyOrder;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ItemTimeTest {
  private static final ItemTime ISO = ItemTime.iso("at");
  private static final ItemTime SECONDS = ItemTime.epochSeconds("at");
  private static final ItemTime MILLIS = ItemTime.epochMillis("at");

  @ParameterizedTest
  @CsvSource({
    "2026-11-21,2026-11-21T00:00:00Z",
    "2026-11-21T10:05Z,2026-11-21T10:05:00Z",
    "2026-11-21T10:05:03Z,2026-11-21T10:05:03Z",
    "2026-11-21T10:05:03,2026-11-21T10:05:03Z",
    "2026-11-21T10:05:03.25Z,2026-11-21T10:05:03.250Z",
    "2026-11-21T10:05:03.123456789Z,2026-11-21T10:05:03.123456789Z"
  })
  void read_isoText_isInUtc(String text, Instant time) {
    assertThat(ISO.read(AttributeValue.fromS(text), Period.DAY)).isEqualTo(time);
    assertThat(ISO.before("#").read(AttributeValue.fromS(text + "#4711#x"), Period.DAY))
        .isEqualTo(time);
  }

  @ParameterizedTest
  @CsvSource({
    "0,1970-01-01T00:00:00Z",
    "1.6E9,2020-09-13T12:26:40Z",
    "1600000000.5,2020-09-13T12:26:40.5Z"
  })
  void read_seconds_isThatTime(String number, Instant time) {
    assertThat(SECONDS.read(AttributeValue.fromN(number), Period.HOUR)).isEqualTo(time);
  }

  @Test
  void read_millis_isThatTime() {
    assertThat(MILLIS.read(AttributeValue.fromN("1600000000500"), Period.HOUR))
        .isEqualTo(Instant.parse("2020-09-13T12:26:40.5Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "2026-11-31",
        "2026-11-21T24:00Z",
        "2026-11-21T10:05:60Z",
        "2026-11-21T10:05:03+02:00",
        "2026-11-21T10Z",
        "2026-11-21 10:05",
        "1969-12-31",
        "9999-12-31",
        "2026-11-21#1",
        "+12026-11-21",
        "\u0662\u0660\u0662\u0666-11-21"
      })
  void read_anyOtherText_isRefusedWithoutShowingIt(String text) {
    assertThatThrownBy(() -> ISO.read(AttributeValue.fromS(text), Period.DAY))
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.UNREADABLE)
        .hasMessageContaining("'at'")
        .satisfies(
            e -> {
              if (!text.isEmpty()) {
                assertThat(e).message().doesNotContain(text);
              }
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1E125", "253370764800", "x", "1E-130"})
  void read_numbersThatAreNoTime_areRefused(String number) {
    if (number.equals("1E-130")) {
      assertThat(SECONDS.read(AttributeValue.fromN(number), Period.DAY)).isEqualTo(Instant.EPOCH);
      return;
    }
    assertThatThrownBy(() -> SECONDS.read(AttributeValue.fromN(number), Period.DAY))
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.UNREADABLE);
  }

  @Test
  void read_otherTypes_areRefused() {
    for (ItemTime time : List.of(ISO, SECONDS, MILLIS)) {
      AttributeValue other =
          time == ISO ? AttributeValue.fromN("1") : AttributeValue.fromS("2026-11-21");
      assertThatThrownBy(() -> time.read(other, Period.DAY))
          .isInstanceOf(ItemTimeException.class)
          .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.UNREADABLE);
    }
  }

  @Test
  void read_dateAloneForHours_isRefused() {
    assertThatThrownBy(() -> ISO.read(AttributeValue.fromS("2026-11-21"), Period.SIX_HOURS))
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.UNREADABLE)
        .hasMessageContaining("shorter than a day");
  }

  @ParameterizedTest
  @EnumSource
  void boundary_anyPeriod_parts(Period period) {
    TimeSpan span = period.containing(Instant.parse("2026-11-21T13:00:00Z"));
    for (ItemTime time : List.of(ISO, SECONDS, MILLIS)) {
      Comparator<AttributeValue> order = KeyOrder.of(time.type());
      AttributeValue boundary = time.boundary(span.start());
      assertThat(order.compare(boundary, value(time, span.start(), ""))).isNotPositive();
      assertThat(order.compare(boundary, value(time, span.start().plusMillis(1), "")))
          .isNotPositive();
      assertThat(order.compare(boundary, value(time, span.start().minusMillis(1), "")))
          .isPositive();
    }
    AttributeValue boundary = ISO.boundary(span.start());
    Comparator<AttributeValue> order = KeyOrder.of(ISO.type());
    assertThat(order.compare(boundary, value(ISO, span.start(), ".000000001Z"))).isNotPositive();
    assertThat(order.compare(boundary, value(ISO, span.start().minusSeconds(1), ".999999999Z")))
        .isPositive();
  }

  private static AttributeValue value(ItemTime time, Instant at, String fraction) {
    if (time == ISO) {
      String text = at.toString();
      return AttributeValue.fromS(fraction.isEmpty() ? text : text.replace("Z", fraction));
    }
    return time == SECONDS
        ? AttributeValue.fromN(
            at.getEpochSecond() + "." + "%03d".formatted(at.getNano() / 1_000_000))
        : AttributeValue.fromN("" + at.toEpochMilli());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "T", ":", "7", "Z", "."})
  void before_delimitersThatTimesHave_areRefused(String delimiter) {
    assertThatThrownBy(() -> ISO.before(delimiter)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void before_ofANumber_isRefused() {
    assertThatThrownBy(() -> SECONDS.before("#")).isInstanceOf(IllegalArgumentException.class);
  }

  /** The quick way of reading takes what the JDK takes, and nothing else. */
  @Test
  void toTheSecond_anyDigits_readsWhatTheJdkReads() {
    Random random = new Random(8601);
    for (int i = 0; i < 20_000; i++) {
      String text =
          String.format(
              Locale.ROOT,
              "%04d-%02d-%02dT%02d:%02d:%02dZ",
              1960 + random.nextInt(60),
              random.nextInt(14),
              random.nextInt(33),
              random.nextInt(25),
              random.nextInt(61),
              random.nextInt(61));
      assertThat(TextTime.toTheSecond(text)).as(text).isEqualTo(parsed(text));
    }
  }

  private static @Nullable Instant parsed(String text) {
    try {
      return text.contains("T24:") ? null : Instant.parse(text);
    } catch (DateTimeParseException e) {
      return null;
    }
  }
}
