package dev.evenkeel.jobs.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.AbortedException;

class RehearsalClockTest {
  private static final Instant START = Instant.parse("2026-11-21T06:00:00Z");

  private final AtomicLong nanos = new AtomicLong(-5);

  @Test
  void instant_ofAFasterClock_goesOnByTheFactorFromItsStart() {
    RehearsalClock clock = new RehearsalClock(START, 60, nanos::get);
    assertThat(clock.instant()).isEqualTo(START);
    nanos.addAndGet(2_000_000_000L);
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(120));
  }

  @Test
  void from_anotherTime_beginsThereAndIsAsFast() {
    RehearsalClock first = new RehearsalClock(START, 60, nanos::get);
    nanos.addAndGet(2_000_000_000L);
    RehearsalClock clock = first.from(Instant.EPOCH);
    assertThat(clock.instant()).isEqualTo(Instant.EPOCH);
    nanos.addAndGet(1_000_000_000L);
    assertThat(clock.instant()).isEqualTo(Instant.EPOCH.plusSeconds(60));
  }

  @Test
  void parsed_aTime_isNotBeforeItAndPassesNoLessThanSaid() {
    RehearsalClock clock = RehearsalClock.parsed(START.toString(), "1000000");
    Instant before = clock.instant();
    clock.pass(Duration.ofHours(1));
    assertThat(before).isAfterOrEqualTo(START);
    assertThat(clock.instant()).isAfterOrEqualTo(before.plus(Duration.ofHours(1)));
  }

  @Test
  void pass_interrupted_isAborted() {
    RehearsalClock clock = RehearsalClock.parsed(START.toString(), null);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> clock.pass(Duration.ofDays(1))).isInstanceOf(AbortedException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "noon", "2026-11-21", "2026-11-21T06:00:00"})
  void parsed_whatIsNoTime_isRefused(String start) {
    assertThatThrownBy(() -> RehearsalClock.parsed(start, null))
        .isInstanceOf(JobException.class)
        .hasMessage(
            "-Devenkeel.clock is '%s', which is no time. Write it such as 2026-11-21T06:00:00Z.",
            start);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "1.5", "1000001", "99999999999", "fast"})
  void parsed_whatIsNoSpeed_isRefused(String speed) {
    assertThatThrownBy(() -> RehearsalClock.parsed(START.toString(), speed))
        .isInstanceOf(JobException.class)
        .hasMessage(
            "-Devenkeel.clock.speed is '%s', but must be a whole number from 1 to 1000000.", speed);
  }

  @Test
  void parsed_aSpeedWithoutATime_isRefused() {
    assertThatThrownBy(() -> RehearsalClock.parsed(null, "60"))
        .isInstanceOf(JobException.class)
        .hasMessage(
            "-Devenkeel.clock.speed is set without -Devenkeel.clock. Set when the clock begins, too.");
  }
}
