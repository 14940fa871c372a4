package dev.evenkeel.benchmarks.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundsTest {
  @TempDir Path folder;

  private Bounds bounds(String... lines) throws IOException {
    return Bounds.read(Files.write(folder.resolve("bounds.txt"), List.of(lines)));
  }

  @Test
  void missed_valuesAtAndBeyondBounds_namesThoseBeyond() throws IOException {
    Bounds bounds =
        bounds(
            "# a comment",
            "",
            "p most <= 1.10 any",
            "p more <= 1.10 any",
            "p least >= 2 any",
            "p less >= 2 any",
            "other most <= 0 any");

    assertThat(
            bounds.missed(
                "p",
                Scale.FULL,
                Map.of("most", "1.100", "more", "1.101", "least", "2", "less", "1.999")))
        .containsExactly("more is 1.101, but must be <= 1.10", "less is 1.999, but must be >= 2");
  }

  @Test
  void missed_figureThatWasNotPrinted_isMissed() throws IOException {
    assertThat(bounds("p gone <= 1 any").missed("p", Scale.SMOKE, Map.of()))
        .containsExactly("gone is not printed, but must be <= 1");
  }

  @Test
  void missed_boundOfAnotherSize_isNotCompared() throws IOException {
    Bounds bounds = bounds("p time <= 1 full", "p count <= 1 smoke");
    Map<String, String> figures = Map.of("time", "2", "count", "2");

    assertThat(bounds.missed("p", Scale.SMOKE, figures))
        .singleElement()
        .asString()
        .contains("count");
    assertThat(bounds.missed("p", Scale.FULL, figures)).singleElement().asString().contains("time");
  }

  @ParameterizedTest
  @ValueSource(strings = {"p a <= 1", "p a < 1 any", "p a <= one any", "p a <= 1 often"})
  void read_lineThatHoldsNoBound_isNamed(String line) {
    assertThatThrownBy(() -> bounds("p a <= 1 any", line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Line 2");
  }
}
