package dev.evenkeel.core.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WrappedTest {
  private static final String WORD = "x".repeat(49);

  @Test
  void of_aLineThatFits_isTheLine() {
    String full = WORD + " " + WORD + "x";

    assertThat(full).hasSize(Wrapped.COLUMNS);
    assertThat(Wrapped.of(full)).isEqualTo(full);
    assertThat(Wrapped.of("")).isEmpty();
  }

  @Test
  void of_longerLines_goOnFurtherIn() {
    assertThat(Wrapped.of("a\n\n  %s %s. And on".formatted(WORD, WORD)))
        .isEqualTo("a\n\n  %s\n      %s. And on".formatted(WORD, WORD));
    assertThat(Wrapped.of("Name: %s %s y".formatted(WORD, WORD), 6))
        .isEqualTo("Name: %s\n      %s y".formatted(WORD, WORD));
  }

  @Test
  void of_wordsThatDoNotFit_areKeptWhole() {
    String word = "x".repeat(150);

    assertThat(Wrapped.of(word)).isEqualTo(word);
    assertThat(Wrapped.of("  %s b".formatted(word))).isEqualTo("  %s\n      b".formatted(word));
    assertThat(Wrapped.of("a %s".formatted(word))).isEqualTo("a\n    %s".formatted(word));
  }

  @Test
  void of_anyLine_keepsItsWords() {
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      StringBuilder line = new StringBuilder("w");
      for (int word = random.nextInt(60); word > 0; word--) {
        line.append(' ').append("y".repeat(1 + random.nextInt(12)));
      }
      String wrapped = Wrapped.of(line.toString());

      assertThat(wrapped.lines()).allMatch(each -> each.length() <= Wrapped.COLUMNS);
      assertThat(Arrays.asList(wrapped.strip().split("\\s+")))
          .isEqualTo(Arrays.asList(line.toString().split(" ")));
    }
  }
}
