package dev.evenkeel.simulator.internal.plan.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** WCAG 2.2, 1.4.3 and 1.4.11, by the page's own colours: in light, in dark and on paper. */
class ContrastTest {
  private static final double TEXT = 4.5;
  private static final double MARK = 3;

  private static final Pattern ROOT = Pattern.compile(":root \\{([^}]*)}");
  private static final Pattern VARIABLE = Pattern.compile("--(\\w+): #([0-9a-f]{3,6});");
  private static final Pattern STEP = Pattern.compile("\\.h(\\d+) \\{ fill: #([0-9a-f]{6});");
  private static final List<String> GROUNDS = List.of("page", "well");

  /** The colours that each medium sets; others are as in light. */
  private static List<Map<String, Integer>> palettes() {
    List<Map<String, Integer>> palettes = new ArrayList<>();
    Matcher roots = ROOT.matcher(Style.CSS);
    while (roots.find()) {
      Map<String, Integer> palette = new HashMap<>();
      Matcher variables = VARIABLE.matcher(roots.group(1));
      while (variables.find()) {
        palette.put(variables.group(1), rgb(variables.group(2)));
      }
      palettes.add(palette);
    }
    return palettes;
  }

  private static int rgb(String hex) {
    String six = hex.length() == 3 ? hex.replaceAll("(.)", "$1$1") : hex;
    return Integer.parseInt(six, 16);
  }

  /** The ratio of two colours, from 1 to 21. */
  private static double contrast(int a, int b) {
    double lighter = Math.max(luminance(a), luminance(b));
    double darker = Math.min(luminance(a), luminance(b));
    return (lighter + 0.05) / (darker + 0.05);
  }

  private static double luminance(int rgb) {
    return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
  }

  private static double linear(int channel) {
    double part = (channel & 0xFF) / 255.0;
    return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
  }

  private static void assertContrast(
      Map<String, Integer> palette, String what, int color, double least) {
    for (String ground : GROUNDS) {
      assertThat(contrast(color, palette.get(ground)))
          .as("%s on %s of %s", what, ground, palette)
          .isGreaterThanOrEqualTo(least);
    }
  }

  @Test
  void contrast_ofBlackAndWhite_isTheLargest() {
    assertThat(contrast(0x000000, 0xFFFFFF)).isEqualTo(21);
    assertThat(contrast(0xE2A264, 0xFCFCFA)).isBetween(2.1, 2.15);
  }

  @Test
  void palettes_ofAllMedia_canBeReadAndSeen() {
    assertThat(palettes()).hasSize(3);
    for (Map<String, Integer> palette : palettes()) {
      for (String text : List.of("ink", "soft")) {
        assertContrast(palette, text, palette.get(text), TEXT);
      }
      for (String mark : List.of("accepted", "throttled")) {
        assertContrast(palette, mark, palette.get(mark), MARK);
      }
    }
  }

  /** Unsustainable heat must be visible; little heat fades into the ground by intent. */
  @Test
  void heat_aboveTheLimit_isSeen() {
    Matcher steps = STEP.matcher(Style.CSS);
    int count = 0;
    while (steps.find()) {
      int step = Integer.parseInt(steps.group(1));
      Map<String, Integer> palette = palettes().get(count / HeatScale.steps());
      if (step >= HeatScale.steps() / 2) {
        assertContrast(palette, "step " + step, rgb(steps.group(2)), MARK);
      }
      count++;
    }
    assertThat(count).isEqualTo(2 * HeatScale.steps());
  }

  /** So none escapes the tests above. */
  @Test
  void colours_areThoseOfThePalettesAndTheScale() {
    String rest = ROOT.matcher(Style.CSS).replaceAll("").replaceAll("\\.h\\d+ \\{[^}]*}", "");

    assertThat(rest).doesNotContainPattern("#[0-9a-fA-F]{3}").doesNotContain("rgb(", "hsl(");
    assertThat(VARIABLE.matcher(Style.CSS).results().map(found -> found.group(1)).distinct())
        .containsExactlyInAnyOrder("page", "ink", "soft", "line", "well", "accepted", "throttled");
  }
}
