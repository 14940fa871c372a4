package dev.evenkeel.core.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeTextTest {
  @ParameterizedTest
  @CsvSource({
    "PT72H, 3d",
    "PT90M, 1h 30m",
    "PT59M58S, 59m 58s",
    "PT25H0.25S, 1d 1h 250ms",
    "PT0S, 0s",
    "PT0.0000005S, 0s",
    "-PT15M, -15m"
  })
  void of_aLength_saysTheUnitsThatItHas(Duration length, String text) {
    assertThat(TimeText.of(length)).isEqualTo(text);
  }

  @Test
  void of_aTime_endsWithTheSecond() {
    assertThat(TimeText.of(Instant.parse("2026-11-21T06:00:00.123456789Z")))
        .isEqualTo("2026-11-21T06:00:00Z");
  }
}
