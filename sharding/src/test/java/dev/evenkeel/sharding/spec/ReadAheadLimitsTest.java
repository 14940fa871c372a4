package dev.evenkeel.sharding.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The limits of what is read ahead: all, or none. */
class ReadAheadLimitsTest {
  private static final ReadAheadLimits DEFAULT = ReadAheadLimits.DEFAULT;

  @Test
  void default_isWhatTheGuideSays() {
    assertThat(DEFAULT.queryBytesMax()).isEqualTo(4_194_304);
    assertThat(DEFAULT.clientBytesMax()).isEqualTo(33_554_432);
    assertThat(DEFAULT.timeToLive()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void of_limitsThatContradict_saysWhatTheyMayBe() {
    assertRefused(() -> DEFAULT.queryBytesMax(0), "queryBytesMax must be above 0 but was 0");
    assertRefused(
        () -> DEFAULT.clientBytesMax(1),
        "clientBytesMax must be at least queryBytesMax, 4194304, but was 1");
    assertRefused(
        () -> DEFAULT.timeToLive(Duration.ZERO), "timeToLive must be above 0 and at most PT5M");
    assertRefused(() -> DEFAULT.timeToLive(Duration.ofMinutes(6)), "but was PT6M");
  }

  private static void assertRefused(Runnable limits, String problem) {
    assertThatThrownBy(limits::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(problem)
        .hasMessageEndingWith("Say NOTHING to keep nothing.");
  }
}
