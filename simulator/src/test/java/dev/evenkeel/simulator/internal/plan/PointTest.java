package dev.evenkeel.simulator.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PointTest {
  private static final long HALF = Long.MIN_VALUE;

  @Test
  void middleHash_ofRanges_isUnsignedAndHalfway() {
    assertThat(Point.middleHash(Point.FIRST, null)).isEqualTo(new Point(HALF, 0));
    assertThat(Point.middleHash(new Point(HALF, 0), null))
        .isEqualTo(new Point(HALF + HALF / -2, 0));
    assertThat(Point.middleHash(Point.FIRST, new Point(HALF, 0)))
        .isEqualTo(new Point(HALF / -2, 0));
    assertThat(Point.middleHash(new Point(6, 9), new Point(8, 0))).isEqualTo(new Point(7, 0));
  }

  @Test
  void middleHash_ofASingleHash_isNone() {
    assertThat(Point.middleHash(new Point(7, 0), new Point(8, 0))).isNull();
    assertThat(Point.middleHash(new Point(7, 0), new Point(7, 5))).isNull();
    assertThat(Point.middleHash(new Point(-1, 0), null)).isNull();
  }

  @Test
  void middlePlace_liesWithinTheKeyAndTheRange() {
    assertThat(Point.middlePlace(7, Point.FIRST, null)).isEqualTo(new Point(7, HALF));
    assertThat(Point.middlePlace(7, new Point(7, HALF), new Point(9, 0)))
        .isEqualTo(new Point(7, HALF + HALF / -2));
    assertThat(Point.middlePlace(7, new Point(5, 3), new Point(7, 100)))
        .isEqualTo(new Point(7, 50));
    assertThat(Point.middlePlace(7, new Point(7, -1), null)).isNull();
  }
}
