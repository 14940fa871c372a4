package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.advise.Advice.Bounds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class DistinctKeysTest {
  private static DistinctKeys of(int from, int to, String name) {
    DistinctKeys keys = new DistinctKeys(14);
    for (int i = from; i < to; i++) {
      keys.add(name + i);
      keys.add(name + i / 2);
    }
    return keys;
  }

  @Test
  void count_ofAsManyAsSketchesHold_isExact() {
    int most = HeavyHitters.EXACT_KEYS;

    assertThat(of(0, 0, "").count()).isEqualTo(Bounds.exactly(0));
    assertThat(of(0, most, "").count()).isEqualTo(Bounds.exactly(most));
    assertThat(of(0, most + 1, "").count().low()).isEqualTo(most + 1);
    for (int test = 0; test < 100; test++) {
      Bounds count = of(0, most + 1, "test" + test + "#").count();
      assertThat(count.estimate()).isBetween(count.low(), count.high());
    }
  }

  /** With 95 % confidence, so of 200 tries some 190: fewer than 180 would be bad luck indeed. */
  @Test
  void count_ofManyKeys_hasBoundsThatMostlyHold() {
    int held = 0;
    for (int test = 0; test < 200; test++) {
      Bounds count = of(0, 20_000, "test" + test + "#").count();
      assertThat(count.high() - count.low()).isLessThan(0.03 * 20_000);
      held += count.low() <= 20_000 && count.high() >= 20_000 ? 1 : 0;
    }

    assertThat(held).isBetween(180, 200);
  }

  @Test
  void add_ofOthers_countsKeysOfBothOnce() throws IOException {
    DistinctKeys few = of(0, 4_000, "a");
    few.add(in(of(2_000, 5_000, "a")));
    assertThat(few.count()).isEqualTo(Bounds.exactly(5_000));

    few.add(in(of(0, 3_000, "b")));
    DistinctKeys all = of(0, 5_000, "a");
    for (int i = 0; i < 3_000; i++) {
      all.add("b" + i);
    }
    assertThat(few.count()).isEqualTo(all.count());

    DistinctKeys none = of(0, 0, "");
    none.add(in(few));
    assertThat(none.count()).isEqualTo(all.count());
    few.clear();
    assertThat(few.count()).isEqualTo(Bounds.exactly(0));
  }

  private static DataInputStream in(DistinctKeys keys) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    keys.write(new DataOutputStream(bytes));
    return new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
  }
}
