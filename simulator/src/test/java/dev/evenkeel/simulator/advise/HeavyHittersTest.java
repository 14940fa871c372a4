package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeavyHittersTest {

  @Test
  void row_ofAsManyKeysAsHavePlaces_isExact() {
    HeavyHitters keys = new HeavyHitters();
    IntStream.range(0, 2 * HeavyHitters.EXACT_KEYS)
        .forEach(i -> keys.add("k" + i % HeavyHitters.EXACT_KEYS, 2));

    assertThat(keys.errorShare()).isZero();
    assertThat(keys.row("k7")).isEqualTo(new HeavyHitters.Row("k7", 4, 4));
    keys.add("one more", 1);
    assertThat(keys.errorShare()).isPositive();
  }

  /** The bounds of the sketch, against a map of all keys. */
  @Test
  void above_ofMoreKeys_missesNoneAndBoundsHold() {
    Random random = new Random(20260711);
    HeavyHitters keys = new HeavyHitters();
    Map<String, Long> truth = new HashMap<>();
    for (int i = 0; i < 300_000; i++) {
      String key = "k" + (int) Math.exp(random.nextDouble() * Math.log(100_000));
      long weight = 1L + random.nextInt(5);
      keys.add(key, weight);
      truth.merge(key, weight, Long::sum);
    }
    long limit = keys.total() / 1_000;
    Map<String, HeavyHitters.Row> found =
        keys.above(limit).stream().collect(Collectors.toMap(HeavyHitters.Row::key, row -> row));

    assertThat(keys.total()).isEqualTo(truth.values().stream().mapToLong(w -> w).sum());
    assertThat(keys.errorShare()).isPositive().isLessThan(0.00043);
    assertThat(truth.keySet()).hasSizeGreaterThan(HeavyHitters.EXACT_KEYS);
    truth.forEach(
        (key, weight) -> {
          assertThat(keys.row(key).low()).isLessThanOrEqualTo(weight);
          assertThat(keys.row(key).high()).isGreaterThanOrEqualTo(weight);
          assertThat(weight > limit && !found.containsKey(key)).isFalse();
        });
  }
}
