package dev.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MovableClockTest {
  @Test
  void pass_byManyThreads_losesNoTime() {
    MovableClock clock = MovableClock.at(Instant.EPOCH);

    IntStream.range(0, 100_000).parallel().forEach(i -> clock.pass(Duration.ofSeconds(1)));

    assertThat(clock.instant()).isEqualTo(Instant.ofEpochSecond(100_000));
  }
}
