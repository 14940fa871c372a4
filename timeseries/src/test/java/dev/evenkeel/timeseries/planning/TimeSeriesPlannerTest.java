package dev.evenkeel.timeseries.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.timeseries.spec.Period;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The worked numbers of AWS's text "Best Practices for Handling Time-Series Data in DynamoDB". */
class TimeSeriesPlannerTest {
  private static final EventStream SENSORS = EventStream.of(600, 180);

  /** "Around 600 events per second, each taking up about 180 bytes ... around 26 or 27 hours". */
  @Test
  void plan_sixHundredEventsOf180Bytes_isADay() {
    TimeSeriesPlan plan = TimeSeriesPlanner.create().withoutOverhead().plan(SENSORS);

    assertThat(plan.fill()).isBetween(Duration.ofHours(26), Duration.ofHours(28));
    assertThat(plan.period()).isEqualTo(Period.DAY);
    assertThat(plan.shards()).isEqualTo(1);
    assertThat(plan.writeUnitsPerSecond()).isEqualTo(600);
    assertThat(plan.notes()).singleElement().asString().contains("TWELVE_HOURS");
  }

  @Test
  void plan_alittleRoom_isStillADay() {
    TimeSeriesPlan plan = TimeSeriesPlanner.create().withoutOverhead().headRoom(0.05).plan(SENSORS);

    assertThat(plan.fill()).isBetween(Duration.ofHours(26), Duration.ofHours(27));
    assertThat(plan.period()).isEqualTo(Period.DAY);
  }

  /** The overhead of seed 004's table operations changes the answer, and the plan says so. */
  @Test
  void plan_withTheOverheadOfStorage_isHalfADay() {
    TimeSeriesPlan plan = TimeSeriesPlanner.create().plan(SENSORS);

    assertThat(plan.fill()).isBetween(Duration.ofHours(17), Duration.ofHours(18));
    assertThat(plan.period()).isEqualTo(Period.TWELVE_HOURS);
    assertThat(plan.notes()).singleElement().asString().contains("would be DAY");
  }

  /** "An average of 5,000 events per second with a maximum of 6,000 ... _1 through _6". */
  @Test
  void plan_fiveThousandEventsWithAPeakOfSix_isSixShards() {
    TimeSeriesPlan plan =
        TimeSeriesPlanner.create().withoutOverhead().plan(EventStream.of(5_000, 180).peak(6_000));

    assertThat(plan.shards()).isEqualTo(6);
    assertThat(plan.writeUnitsPerSecond()).isEqualTo(6_000);
    assertThat(plan.fill()).isBetween(Duration.ofHours(19), Duration.ofHours(20));
    assertThat(plan.period()).isEqualTo(Period.TWELVE_HOURS);
    assertThat(plan.notes()).anyMatch(note -> note.contains("rarely fall one to each"));
  }

  @Test
  void plan_eventsThatFillAPartitionInMinutes_saysThatItWillBeSplit() {
    TimeSeriesPlan plan = TimeSeriesPlanner.create().plan(EventStream.of(10, 400 * 1024));

    assertThat(plan.period()).isEqualTo(Period.HOUR);
    assertThat(plan.shards()).isEqualTo(4);
    assertThat(plan.fill()).isGreaterThan(Duration.ofMinutes(40));
  }

  @Test
  void plan_oneEventAMinute_isAMonth() {
    TimeSeriesPlan plan = TimeSeriesPlanner.create().plan(EventStream.of(1 / 60.0, 180));

    assertThat(plan.period()).isEqualTo(Period.MONTH);
    assertThat(plan.notes()).isEmpty();
    assertThat(plan.tables(Duration.ofDays(365))).isEqualTo(17);
  }

  @Test
  void tables_hoursForNinetyDays_areMoreThanAnAccountHas() {
    TimeSeriesPlan plan = TimeSeriesPlanner.create().plan(EventStream.of(1_000, 1_024));

    assertThat(plan.period()).isEqualTo(Period.HOUR);
    assertThat(plan.tables(Duration.ofDays(90))).isGreaterThan(2_160);
  }

  @Test
  void stream_nonsense_isRefused() {
    assertThatThrownBy(() -> EventStream.of(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> EventStream.of(Double.NaN, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> EventStream.of(10, 1).peak(9))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> EventStream.of(10, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TimeSeriesPlanner.create().headRoom(1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
