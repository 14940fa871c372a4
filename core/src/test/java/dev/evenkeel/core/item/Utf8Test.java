package dev.evenkeel.core.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.value.Utf8;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void lengthAndCompare_randomTexts_agreeWithTheEncodedBytes(long seed) {
    RandomItems random = new RandomItems(seed);
    for (int i = 0; i < 20_000; i++) {
      String left = random.text(5);
      String right = random.text(5);
      byte[] leftBytes = left.getBytes(UTF_8);
      assertThat(Utf8.length(left)).as("seed %d, step %d", seed, i).isEqualTo(leftBytes.length);
      assertThat(Integer.signum(Utf8.compare(left, right)))
          .as("seed %d, step %d", seed, i)
          .isEqualTo(Integer.signum(Arrays.compareUnsigned(leftBytes, right.getBytes(UTF_8))));
    }
  }

  @Test
  void compare_fullWidthTildeAndEmoji_differsFromStringOrder() {
    assertThat("\uFF5E".compareTo("\uD83D\uDE00")).isPositive();
    assertThat(Utf8.compare("\uFF5E", "\uD83D\uDE00")).isNegative();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uD800", "\uDC00a", "a\uD800", "a\uD800b", "\uDC00\uD800"})
  void length_unpairedSurrogate_countsTheReplacementByte(String text) {
    assertThat(Utf8.length(text)).isEqualTo(text.getBytes(UTF_8).length);
  }
}
