package dev.evenkeel.sharding.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShadowCountsTest {
  private static final int DRAWS = 10_000;

  private static long drawn(double share) {
    ShadowCounts counts = new ShadowCounts(share);
    return IntStream.range(0, DRAWS).filter(draw -> counts.isDrawn()).count();
  }

  @Test
  void isDrawn_aQuarter_isAboutThat() {
    assertThat(drawn(0.25)).isBetween(2_000L, 3_000L);
  }

  @Test
  void isDrawn_noneOrAll_isExact() {
    assertThat(drawn(0)).isZero();
    assertThat(drawn(1)).isEqualTo(DRAWS);
  }
}
