package dev.evenkeel.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class LoadProgressTest {
  private final StringWriter shown = new StringWriter();

  @Test
  void bar_closed_endsWithAllDoneOnOneLine() {
    try (LoadProgress bar = LoadProgress.bar(3, 80, new PrintWriter(shown, true))) {
      steps(bar, 3);
    }

    String last = shown.toString().substring(shown.toString().lastIndexOf('\r') + 1);
    assertThat(last).contains("Storing 100% [=").contains("3/3 hits").endsWith("\n");
    assertThat(last.stripTrailing()).hasSizeLessThan(80);
  }

  @Test
  void lines_fewHits_neverRepeatAQuarter() {
    try (LoadProgress lines = LoadProgress.lines(3, new PrintWriter(shown, true))) {
      steps(lines, 3);
    }

    assertThat(shown.toString().lines())
        .containsExactly(
            "Storing 25% (1 of 3 hits)", "Storing 50% (2 of 3 hits)", "Storing 100% (3 of 3 hits)");
  }

  private static void steps(LoadProgress progress, int count) {
    for (int i = 0; i < count; i++) {
      progress.step();
    }
  }
}
