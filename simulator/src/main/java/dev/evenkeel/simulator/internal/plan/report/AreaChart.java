package dev.evenkeel.simulator.internal.plan.report;

import dev.evenkeel.simulator.internal.plan.report.Plot.Drawing;
import dev.evenkeel.simulator.internal.plan.report.Plot.Label;
import dev.evenkeel.simulator.spec.result.RunResult;
import dev.evenkeel.simulator.spec.result.TimeBucket;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Accepted requests, and on top of them the throttled ones, over time. */
final class AreaChart {
  private static final int WIDTH = 1_000;
  private static final int HEIGHT = 300;

  private final Markup page;
  private final Axis axis;

  /**
   * @param axis requests a second, the same for charts that are compared
   */
  AreaChart(Markup page, Axis axis) {
    this.page = page;
    this.axis = axis;
  }

  void draw(String id, String caption, RunResult run) {
    String sum =
        "%s of %s a second accepted"
            .formatted(
                Numbers.count(run.acceptedPerSecond()), Numbers.count(run.offeredPerSecond()));
    List<Label> labels =
        axis.ticks().stream()
            .map(tick -> new Label(Numbers.tick(tick), tick / axis.end()))
            .toList();
    Plot plot = new Plot(page, id);
    plot.begin(
        caption,
        sum,
        labels,
        new Drawing(
            "areas",
            WIDTH,
            HEIGHT,
            caption + ": accepted and throttled requests a second",
            "Over %s, %s. The numbers are in the table below."
                .formatted(Numbers.time(run.seconds()), sum)));
    area(run, "throttled", TimeBucket::offeredPerSecond);
    area(run, "accepted", TimeBucket::acceptedPerSecond);
    for (double tick : axis.ticks()) {
      page.empty(
          "path", "class", "grid", "d", String.format(Locale.ROOT, "M0 %s H%d", y(tick), WIDTH));
    }
    plot.end(run);
  }

  private void area(RunResult run, String kind, ToDoubleFunction<TimeBucket> value) {
    StringBuilder path = new StringBuilder("M0 " + HEIGHT);
    for (TimeBucket bucket : run.buckets()) {
      double end = (double) bucket.endSecond() / run.seconds();
      path.append(
          String.format(Locale.ROOT, "V%sH%.1f", y(value.applyAsDouble(bucket)), end * WIDTH));
    }
    page.empty("path", "class", kind, "d", path.append("V" + HEIGHT + "Z").toString());
  }

  private String y(double value) {
    return String.format(Locale.ROOT, "%.1f", HEIGHT * (1 - value / axis.end()));
  }
}
