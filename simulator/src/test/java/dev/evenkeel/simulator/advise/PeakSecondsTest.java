package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PeakSecondsTest {
  private static final long LIMIT_UNITS = 1_000;

  private final PeakSeconds peaks = new PeakSeconds(0.5, LIMIT_UNITS);

  @Test
  void of_aKey_isItsBusiestSecond() {
    for (int second = 0; second < 3; second++) {
      peaks.add(100 + second, "a", second == 1 ? 2_002 : 2_000);
      peaks.add(100 + second, "b", 10);
    }
    peaks.end();

    assertThat(peaks.of("a")).isEqualTo(new KeyPeak(Bounds.exactly(1_001), 101, 1));
    assertThat(peaks.of("b")).isEqualTo(new KeyPeak(Bounds.exactly(5), 100, 0));
    assertThat(peaks.of("none")).isEqualTo(KeyPeak.NONE);
    assertThat(peaks.hot(9)).containsExactly("a");
    assertThat(peaks.hottest().second()).isEqualTo(101);
  }

  @Test
  void add_ofWhatIsEarlier_countsInTheLatestSecond() {
    peaks.add(100, "a", 2);
    peaks.add(99, "a", 2);
    peaks.end();

    assertThat(peaks.of("a")).isEqualTo(new KeyPeak(Bounds.exactly(2), 100, 0));
  }

  /** As many keys as it takes to forget some, of which the first are the heavier ones. */
  @Test
  void of_aKeyThatWasForgotten_isTheMostItCanHaveBeen() {
    for (int i = 0; i <= 2 * PeakSeconds.KEPT; i++) {
      peaks.add(i, "k" + i, i < PeakSeconds.KEPT ? 8 : 4);
    }
    peaks.end();

    assertThat(peaks.of("k0")).isEqualTo(new KeyPeak(Bounds.exactly(4), 0, 0));
    assertThat(peaks.of("k" + PeakSeconds.KEPT)).isEqualTo(new KeyPeak(new Bounds(0, 0, 2), -1, 0));
  }
}
