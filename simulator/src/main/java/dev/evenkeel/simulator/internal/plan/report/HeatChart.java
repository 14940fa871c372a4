package dev.evenkeel.simulator.internal.plan.report;

import dev.evenkeel.simulator.internal.plan.report.Plot.Drawing;
import dev.evenkeel.simulator.internal.plan.report.Plot.Label;
import dev.evenkeel.simulator.spec.result.RunResult;
import dev.evenkeel.simulator.spec.result.RunResult.HeatMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The heat of each partition over time. */
record HeatChart(Markup page) {
  /** Above this number, partitions have no separating lines. */
  private static final int LINES_MAX = 32;

  void draw(String id, String caption, RunResult run) {
    HeatMap heat = run.heat();
    String sum =
        "the hottest is asked for %s what it has".formatted(Numbers.times(run.hottest().meanUse()));
    Plot plot = new Plot(page, id);
    plot.begin(
        caption,
        sum,
        labels(run.firstPartitions()),
        new Drawing(
            "heat",
            heat.columns(),
            heat.rows(),
            caption + ": heat of each partition over time",
            String.format(
                Locale.ROOT,
                "Of %,d partitions %,d were asked for anything; %s.",
                Numbers.partitions(run),
                run.usedPartitions(),
                sum)));
    for (int row = 0; row < heat.rows(); ) {
      int next = row + 1;
      while (next < heat.rows() && isSame(heat, row, next)) {
        next++;
      }
      band(run, row, next);
      row = next;
    }
    lines(run);
    plot.end(run);
  }

  /** Rows from the top in the order of hashes, those that are alike as one. */
  private void band(RunResult run, int row, int end) {
    HeatMap heat = run.heat();
    double most =
        IntStream.range(0, heat.columns()).mapToDouble(c -> heat.use(row, c)).max().orElse(0);
    if (most == 0) {
      return;
    }
    page.open("g").element("title", name(run, row, end) + ": at most " + Numbers.times(most));
    for (int step = 1; step <= HeatScale.steps(); step++) {
      String path = path(heat, row, end, step);
      if (!path.isEmpty()) {
        page.empty("path", "class", "h" + step, "d", path);
      }
    }
    page.close("g");
  }

  private static String path(HeatMap heat, int row, int end, int step) {
    StringBuilder path = new StringBuilder();
    for (int column = 0; column < heat.columns(); ) {
      int next = column + 1;
      if (HeatScale.step(heat.use(row, column)) == step) {
        while (next < heat.columns() && HeatScale.step(heat.use(row, next)) == step) {
          next++;
        }
        path.append(String.format(Locale.ROOT, "M%d %dH%dV%dH%dZ", column, row, next, end, column));
      }
      column = next;
    }
    return path.toString();
  }

  private static boolean isSame(HeatMap heat, int row, int other) {
    return IntStream.range(0, heat.columns())
        .allMatch(column -> heat.use(row, column) == heat.use(other, column));
  }

  private static String name(RunResult run, int row, int end) {
    int partitions = run.firstPartitions();
    int rows = run.heat().rows();
    int first = row * partitions / rows;
    int last = (end * partitions - 1) / rows;
    return first == last
        ? String.format(Locale.ROOT, "Partition #%d", first)
        : String.format(Locale.ROOT, "Partitions #%d to #%d", first, last);
  }

  private void lines(RunResult run) {
    int partitions = run.firstPartitions();
    HeatMap heat = run.heat();
    if (partitions > LINES_MAX) {
      return;
    }
    for (int i = 1; i < partitions; i++) {
      page.empty(
          "path",
          "class",
          "part",
          "d",
          String.format(Locale.ROOT, "M0 %dH%d", i * heat.rows() / partitions, heat.columns()));
    }
  }

  /** The first partition at the top, the last at the bottom, and some between. */
  private static List<Label> labels(int partitions) {
    int step = Math.max(1, (partitions + 2) / 4);
    return IntStream.range(0, partitions)
        .filter(number -> isLabelled(number, step, partitions))
        .mapToObj(number -> new Label("#" + number, 1 - (number + 0.5) / partitions))
        .toList();
  }

  private static boolean isLabelled(int number, int step, int partitions) {
    return number == partitions - 1 || (number % step == 0 && number + step / 2 < partitions);
  }
}
