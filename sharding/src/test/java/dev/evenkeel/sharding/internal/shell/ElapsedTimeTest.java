package dev.evenkeel.sharding.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ElapsedTimeTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final long HOUR = Duration.ofHours(1).toNanos();

  private long monotonic = 7;
  private long wall = 1000 * HOUR;
  private final ElapsedTime time = new ElapsedTime(() -> monotonic, () -> wall);

  private void pass(long nanos) {
    monotonic += nanos;
    wall += nanos;
  }

  @Test
  void elapsed_suspended_goesOnByTheWall() {
    pass(SECOND);
    wall += HOUR;
    assertThat(time.getAsLong()).isEqualTo(SECOND + HOUR);
    pass(SECOND);
    assertThat(time.getAsLong()).isEqualTo(2 * SECOND + HOUR);
  }

  @Test
  void elapsed_wallSetForwardAndBack_neverStandsStill() {
    wall += HOUR;
    long ahead = time.getAsLong();
    wall -= HOUR;
    assertThat(time.getAsLong()).isEqualTo(ahead);
    pass(SECOND);
    assertThat(time.getAsLong()).isEqualTo(ahead + SECOND);
    wall -= HOUR;
    pass(SECOND);
    assertThat(time.getAsLong()).isEqualTo(ahead + 2 * SECOND);
    wall += HOUR / 2; // suspended, by a clock that was set back before
    assertThat(time.getAsLong()).isEqualTo(ahead + 2 * SECOND + HOUR / 2);
  }

  @Test
  void elapsed_wallCountsWholeMilliseconds_isNotFaster() {
    long tick = Duration.ofMillis(1).toNanos();
    for (int i = 1; i <= 100_000; i++) {
      monotonic += tick / 100;
      wall += i % 100 == 0 ? tick : 0;
      assertThat(time.getAsLong()).isEqualTo(i * (tick / 100));
    }
  }
}
