package dev.evenkeel.simulator.internal.plan.report;

import dev.evenkeel.simulator.internal.plan.report.Plot.Drawing;
import dev.evenkeel.simulator.internal.plan.report.Plot.Label;
import dev.evenkeel.simulator.spec.result.Comparison;
import dev.evenkeel.simulator.spec.result.RunResult;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * The partitions of both runs from the hottest to the coolest, as two lines. The lower half of the
 * chart goes evenly up to the limit, the upper by powers of ten, so that what can last and what
 * cannot are equally easy to see.
 */
final class RankChart {
  private static final int WIDTH = 1_000;
  private static final int HEIGHT = 300;

  private final Markup page;
  private final double powers;

  RankChart(Markup page, Comparison comparison) {
    this.page = page;
    double most = Math.max(comparison.plain().ranks().get(0), comparison.sharded().ranks().get(0));
    this.powers = Math.max(1, Math.ceil(Math.log10(most) - 1e-9));
  }

  void draw(RunResult plain, RunResult sharded, String shardedCaption) {
    Plot plot = new Plot(page, "ranks");
    plot.begin(
        "",
        "",
        DoubleStream.of(0, 0.5, 1, 2, 5, 10, 100, 1_000, 10_000, 100_000)
            .filter(use -> use <= Math.pow(10, powers) && (powers == 1 || (use != 2 && use != 5)))
            .mapToObj(use -> new Label(text(use), place(use)))
            .toList(),
        new Drawing(
            "areas",
            WIDTH,
            HEIGHT,
            "What is asked of the partitions, from the hottest to the coolest",
            "%s the hottest is asked for %s what it has, %s for %s."
                .formatted(
                    ReportPage.PLAIN,
                    Numbers.times(plain.ranks().get(0)),
                    shardedCaption.toLowerCase(Locale.ROOT),
                    Numbers.times(sharded.ranks().get(0)))));
    page.empty(
        "path", "class", "over", "d", String.format(Locale.ROOT, "M0 0H%dV%sH0Z", WIDTH, y(1)));
    page.empty("path", "class", "limit", "d", String.format(Locale.ROOT, "M0 %sH%d", y(1), WIDTH));
    line("plain", plain.ranks());
    line("sharded", sharded.ranks());
    plot.end(List.of(new Label("hottest", 0), new Label("coolest", 1)));
  }

  private static String text(double use) {
    return use == 0 ? "0" : use == 0.5 ? "\u00bd" : String.format(Locale.ROOT, "%,.0f\u00d7", use);
  }

  private void line(String kind, List<Double> uses) {
    StringBuilder path = new StringBuilder("M0 " + y(uses.get(0)));
    for (int i = 0; i < uses.size(); i++) {
      double end = (i + 1.0) * WIDTH / uses.size();
      path.append(String.format(Locale.ROOT, "V%sH%.1f", y(uses.get(i)), end));
    }
    page.empty("path", "class", "line " + kind, "d", path.toString());
  }

  private double place(double use) {
    return use <= 1 ? use / 2 : 0.5 + Math.log10(use) / powers / 2;
  }

  private String y(double use) {
    return String.format(Locale.ROOT, "%.1f", HEIGHT * (1 - place(use)));
  }
}
