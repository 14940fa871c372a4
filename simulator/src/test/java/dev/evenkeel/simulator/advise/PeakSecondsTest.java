package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.advise.Advice.Bounds;
import dev.evenkeel.simulator.advise.Advice.KeyPeak;
import org.junit.jupiter.api.Test;

class PeakSecondsTest {
  private static final long LIMIT_UNITS = 1_000;

  private final PeakSeconds peaks = new PeakSeconds(LIMIT_UNITS, 1);

  @Test
  void of_aKey_isItsBusiestSecond() {
    for (int second = 0; second < 3; second++) {
      peaks.add(100_000 + second * 1_000, "a", second == 1 ? 2_002 : 2_000);
      peaks.add(100_000 + second * 1_000, "b", 10);
    }
    peaks.end();

    assertThat(peaks.of("a"))
        .isEqualTo(new KeyPeak(Bounds.exactly(1_001), 101_000, 1, 1_001, true));
    assertThat(peaks.of("b")).isEqualTo(new KeyPeak(Bounds.exactly(5), 100_000, 0, 5, true));
    assertThat(peaks.of("none")).isEqualTo(KeyPeak.NONE);
    assertThat(peaks.hot()).containsExactly("a");
    assertThat(peaks.overCount()).isOne();
    assertThat(peaks.hottest().atMillis()).isEqualTo(101_000);
  }

  @Test
  void of_aBurstAcrossASecondsEnd_isAllOfIt() {
    for (int i = 0; i < 500; i++) {
      peaks.add(100_750 + i, "k", 6);
    }
    peaks.end();

    assertThat(peaks.of("k")).isEqualTo(new KeyPeak(Bounds.exactly(1_500), 100_500, 1, 3, true));
    assertThat(peaks.hot()).containsExactly("k");
  }

  /** However the second lies, two windows that overlap it by half a second cover it. */
  @Test
  void of_aBurstOfASecond_isThreeQuartersOfItAtLeast() {
    for (int offset = 0; offset < 1_000; offset += 50) {
      PeakSeconds own = new PeakSeconds(LIMIT_UNITS, 1);
      for (int i = 0; i < 1_000; i++) {
        own.add(100_000 + offset + i, "k", 4);
      }
      own.end();

      assertThat(own.of("k").units().high()).as("at %d ms", offset).isBetween(1_500.0, 2_000.0);
    }
  }

  @Test
  void secondsOver_ofALoadThatLasts_areWholeSeconds() {
    for (int i = 0; i < 10_000; i++) {
      peaks.add(100_000 + i, "k", 10);
    }
    peaks.end();

    assertThat(peaks.of("k").secondsOver()).isEqualTo(10);
  }

  @Test
  void secondsOver_ofBurstsAcrossSecondsEnds_areThose() {
    for (int burst = 0; burst < 3; burst++) {
      for (int i = 0; i < 200; i++) {
        peaks.add(100_900 + burst * 5_000 + i, "k", 11);
      }
    }
    peaks.end();

    assertThat(peaks.of("k").secondsOver()).isEqualTo(3);
    assertThat(peaks.of("k").units()).isEqualTo(Bounds.exactly(1_100));
  }

  @Test
  void unitsPerRequest_ofManySizes_weighsEachByItsUnits() {
    for (int i = 0; i < 100; i++) {
      peaks.add(100_000, "mixed", i < 90 ? 2 : 182);
      peaks.add(100_000, "small", 2);
      peaks.add(100_000, "large", 400);
    }
    peaks.end();

    // 90 requests of 1 unit and 10 of 91: 82,900 / 1,000
    assertThat(peaks.of("mixed").unitsPerRequest()).isEqualTo(82.9);
    assertThat(peaks.of("mixed").alike()).isFalse();
    assertThat(peaks.of("small").unitsPerRequest()).isEqualTo(1);
    assertThat(peaks.of("small").alike()).isTrue();
    assertThat(peaks.of("large").unitsPerRequest()).isEqualTo(200);
    assertThat(peaks.of("large").alike()).isTrue();
  }

  @Test
  void hot_whenTheLoadGrows_areThoseThatGrowAboveTheLimit() {
    PeakSeconds growing = new PeakSeconds(LIMIT_UNITS, 2);
    growing.add(100_000, "hot", 2_002);
    growing.add(100_000, "grown", 1_002);
    growing.add(100_000, "cool", 1_000);
    growing.end();

    assertThat(growing.hot()).containsExactly("hot", "grown");
    assertThat(growing.overCount()).isOne();
    assertThat(growing.mayHaveForgottenHot()).isFalse();
  }

  @Test
  void add_ofWhatIsEarlier_countsInTheLatestSecond() {
    peaks.add(100_000, "a", 2);
    peaks.add(99_000, "a", 2);
    peaks.end();

    assertThat(peaks.of("a")).isEqualTo(new KeyPeak(Bounds.exactly(2), 100_000, 0, 1, true));
  }

  /** As many keys as it takes to forget some, of which the first are the heavier ones. */
  @Test
  void of_aKeyThatWasForgotten_isTheMostItCanHaveBeen() {
    for (int i = 0; i <= 2 * PeakSeconds.KEPT; i++) {
      peaks.add(i * 1_000L, "k" + i, i < PeakSeconds.KEPT ? 8 : 4);
    }
    peaks.end();

    assertThat(peaks.of("k0")).isEqualTo(new KeyPeak(Bounds.exactly(4), 0, 0, 4, true));
    assertThat(peaks.of("k" + PeakSeconds.KEPT))
        .isEqualTo(new KeyPeak(new Bounds(0, 0, 2), -1, 0, 0, false));
  }

  @Test
  void hot_ofMoreKeysThanAreKept_saysThatThereMayBeMore() {
    for (int i = 0; i <= 2 * PeakSeconds.KEPT; i++) {
      peaks.add(i * 1_000L, "k" + i, 2_002);
    }
    peaks.end();

    assertThat(peaks.mayHaveForgottenHot()).isTrue();
  }
}
