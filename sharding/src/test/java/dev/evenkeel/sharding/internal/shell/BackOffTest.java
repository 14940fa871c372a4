package dev.evenkeel.sharding.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackOffTest {
  private long now;
  private final BackOff backOff = new BackOff(() -> now, Duration.ofMillis(700));

  private void pass(long millis) {
    now += Duration.ofMillis(millis).toNanos();
  }

  @Test
  void isOver_afterFailures_takesTwiceAsLongUpToTheLimit() {
    assertThat(backOff.isOver()).isTrue();
    for (int length : new int[] {200, 400, 700, 700}) {
      backOff.failed();
      pass(length - 1);
      assertThat(backOff.isOver()).as("after %d ms", length - 1).isFalse();
      pass(1);
      assertThat(backOff.isOver()).as("after %d ms", length).isTrue();
    }
  }

  @Test
  void failed_afterASuccess_isTheFirstOneAgain() {
    assertThat(backOff.failed()).isTrue();
    assertThat(backOff.failed()).isFalse();
    backOff.succeeded();
    assertThat(backOff.isOver()).isTrue();
    assertThat(backOff.failed()).isTrue();
    pass(200);
    assertThat(backOff.isOver()).isTrue();
  }
}
