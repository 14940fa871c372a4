package dev.evenkeel.core.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.value.Utf8;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8WellFormedTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"", "plain", "caf\u00e9", "\uD83D\uDE00", "a\uD83D\uDE00\uD83D\uDE00b", "\uFFFD"})
  void isWellFormed_textsWithAForm_areSo(String text) {
    assertThat(Utf8.isWellFormed(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0xD800, 0xDBFF, 0xDC00, 0xDFFF})
  void isWellFormed_surrogatesAlone_areNot(int surrogate) {
    String alone = String.valueOf((char) surrogate);
    assertThat(Utf8.isWellFormed(alone)).isFalse();
    assertThat(Utf8.isWellFormed("a" + alone + "b")).isFalse();
    assertThat(Utf8.isWellFormed("\uD83D\uDE00" + alone)).isFalse();
    assertThat(Utf8.isWellFormed("\uDE00\uD83D")).isFalse();
  }

  /** The judge is Java's own encoder. */
  @Test
  void isWellFormed_randomChars_isWhatTheEncoderSays() {
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(5); n >= 0; n--) {
        text.append((char) (random.nextBoolean() ? 0xD7FE + random.nextInt(0x804) : 'a'));
      }
      assertThat(Utf8.isWellFormed(text.toString())).as("run %d", i).isEqualTo(encodes(text));
    }
  }

  private static boolean encodes(CharSequence text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(CharBuffer.wrap(text));
  }
}
