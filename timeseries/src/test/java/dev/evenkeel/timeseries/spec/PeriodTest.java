package dev.evenkeel.timeseries.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.gen.Gen;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeriodTest {

  @ParameterizedTest
  @CsvSource({
    "HOUR,2026-11-21T06:59:59.999Z,2026-11-21T06:00:00Z,2026-11-21T07:00:00Z,2026-11-21-06",
    "SIX_HOURS,2026-11-21T11:59:59Z,2026-11-21T06:00:00Z,2026-11-21T12:00:00Z,2026-11-21-06",
    "TWELVE_HOURS,2026-11-21T12:00:00Z,2026-11-21T12:00:00Z,2026-11-22T00:00:00Z,2026-11-21-12",
    "DAY,2028-02-29T23:59:59Z,2028-02-29T00:00:00Z,2028-03-01T00:00:00Z,2028-02-29",
    "WEEK,2027-01-03T23:59:59Z,2026-12-28T00:00:00Z,2027-01-04T00:00:00Z,2026-W53",
    "WEEK,2025-12-29T00:00:00Z,2025-12-29T00:00:00Z,2026-01-05T00:00:00Z,2026-W01",
    "MONTH,2028-02-01T00:00:00Z,2028-02-01T00:00:00Z,2028-03-01T00:00:00Z,2028-02",
    "DAY,1970-01-01T00:00:00Z,1970-01-01T00:00:00Z,1970-01-02T00:00:00Z,1970-01-01"
  })
  void containing_anyTime_isItsPeriodInUtc(
      Period period, Instant time, Instant start, Instant end, String name) {
    TimeSpan span = period.containing(time);

    assertThat(span).isEqualTo(new TimeSpan(start, end));
    assertThat(period.nameOf(span)).isEqualTo(name);
    assertThat(period.named(name)).isEqualTo(span);
  }

  @ParameterizedTest
  @EnumSource
  void next_manyTimes_leavesNoGapAndSortsByName(Period period) {
    TimeSpan span = period.containing(Instant.parse("2024-02-27T05:00:00Z"));
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      TimeSpan next = period.next(span);
      assertThat(next.start()).isEqualTo(span.end());
      assertThat(period.previous(next)).isEqualTo(span);
      assertThat(span.length()).isLessThanOrEqualTo(period.lengthMax());
      names.add(period.nameOf(span));
      span = next;
    }
    assertThat(names).isSorted().doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void named_namesOfRandomTimes_roundTrip(Period period) {
    Gen gen = Gen.seeded(7, 10);
    for (int i = 0; i < 2_000; i++) {
      Instant time =
          Instant.EPOCH
              .plus(gen.between(0, 2_900_000), ChronoUnit.DAYS)
              .plusSeconds(gen.between(0, 86_399));
      TimeSpan span = period.containing(time);
      assertThat(span.contains(time)).as("%s, %s", time, gen).isTrue();
      assertThat(period.named(period.nameOf(span))).as("%s, %s", time, gen).isEqualTo(span);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "2026", "2026-11-31", "2026-1", "2026-13", "2026-11-21-24", "2026-11-21-05-",
        "2026-W54", "2025-W53", "2026-w47", "+2026-11", "2026-11-21 ", "-2026-11", "12026-11",
        "1969-12-31", "\u0662\u0660\u0662\u0666-11", "2026-11-7"
      })
  void named_whatNoPeriodIsCalled_isNone(String name) {
    for (Period period : Period.values()) {
      assertThat(period.named(name)).as("%s", period).isNull();
    }
  }

  @Test
  void named_hoursBetweenPeriods_areNone() {
    assertThat(Period.SIX_HOURS.named("2026-11-21-05")).isNull();
    assertThat(Period.TWELVE_HOURS.named("2026-11-21-06")).isNull();
  }

  @Test
  void containing_timesWithoutAName_isRefused() {
    assertThatThrownBy(() -> Period.DAY.containing(Instant.parse("1969-12-31T23:59:59Z")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Period.DAY.containing(Instant.parse("9999-01-01T00:00:00Z")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource
  void periodOf_prefixesThatBeginAlike_areTheirOwn(Period period) {
    List<String> prefixes = List.of("app_", "app_dev_", "app", "app_2026-", "app_2026", "a", "2");
    TimeSpan span = period.containing(Instant.parse("2026-11-21T05:00:00Z"));
    for (String prefix : prefixes) {
      String name = new PeriodTables(prefix, period).nameOf(span);
      for (String other : prefixes) {
        for (Period otherPeriod : Period.values()) {
          TimeSpan read = new PeriodTables(other, otherPeriod).periodOf(name);
          if (!other.equals(prefix)) {
            assertThat(read).as("%s of %s %s", name, other, otherPeriod).isNull();
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "caf\u00e9", "a/b"})
  void tables_prefixesThatNoTableMayHave_areRefused(String prefix) {
    assertThatThrownBy(() -> new PeriodTables(prefix, Period.DAY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("prefix");
  }
}
