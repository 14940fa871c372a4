package dev.evenkeel.simulator.internal.plan.report;

import dev.evenkeel.simulator.internal.plan.report.Plot.Drawing;
import dev.evenkeel.simulator.internal.plan.report.Plot.Label;
import dev.evenkeel.simulator.spec.result.Comparison;
import dev.evenkeel.simulator.spec.result.RunResult;
import dev.evenkeel.simulator.spec.result.RunResult.TimeBucket;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The whole page. */
public final class ReportPage {
  /** The policy forbids loading and scripts. */
  private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

  static final String PLAIN = "Without shards";

  private final Comparison comparison;
  private final Markup page = new Markup();

  private ReportPage(Comparison comparison) {
    this.comparison = comparison;
  }

  public static String of(Comparison comparison) {
    ReportPage report = new ReportPage(comparison);
    report.write();
    return report.page.toString();
  }

  static String sharded(Comparison comparison) {
    return String.format(Locale.ROOT, "With %,d shards", comparison.scenario().shards().count());
  }

  private void write() {
    page.open("html", "lang", "en");
    head();
    page.open("body").open("header");
    page.element("p", "Evenkeel, simulated partitions of DynamoDB", "class", "kicker");
    page.element("h1", comparison.load());
    page.element("p", Verdict.of(comparison), "class", "lede").close("header").open("main");
    ReportTables tables = new ReportTables(page, comparison);
    tables.sums();
    areas();
    heat();
    ranks();
    tables.keys();
    tables.reasons();
    tables.time();
    assumptions();
    page.close("main").close("body").close("html");
  }

  private void head() {
    page.open("head").empty("meta", "charset", "utf-8");
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    page.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY);
    page.element("title", comparison.load() + " · Evenkeel").style(Style.CSS).close("head");
  }

  private void areas() {
    page.open("section").element("h2", "What is accepted");
    page.element(
        "p",
        "Requests a second, over time. What is accepted above a partition's limit is burst: units"
            + " that it left unused in the 300 seconds before. When they are spent, the limit"
            + " holds, and AWS promises none of them.",
        "class",
        "soft");
    page.open("div", "class", "legend");
    page.open("span").element("i", "", "class", "accepted").text("accepted").close("span");
    page.open("span").element("i", "", "class", "throttled").text("throttled").close("span");
    page.close("div");
    double most =
        Stream.of(comparison.plain(), comparison.sharded())
            .map(RunResult::buckets)
            .flatMap(List::stream)
            .mapToDouble(bucket -> bucket.offeredPerSecond())
            .max()
            .orElseThrow();
    AreaChart chart = new AreaChart(page, Axis.ofAmounts(most, 4));
    page.open("div", "class", "pair");
    chart.draw("areas-plain", PLAIN, comparison.plain());
    chart.draw("areas-sharded", sharded(comparison), comparison.sharded());
    page.close("div").close("section");
  }

  private void heat() {
    page.open("section").element("h2", "Where it goes");
    page.element(
        "p",
        "The table's partitions from top to bottom, over time. The colour is what is asked of a"
            + " partition each second, as a multiple of what it has: blue can last, orange cannot."
            + bands(),
        "class",
        "soft");
    page.open("div", "class", "legend")
        .open(
            "div",
            "class",
            "scale",
            "role",
            "img",
            "aria-label",
            "Colours from 0 over 1×, the limit, to more than 10×");
    for (int step = 1; step <= HeatScale.steps(); step++) {
      page.element("i", "", "class", "h" + step);
    }
    bound("0", 0, "first");
    bound("½", 0.5, "");
    bound("1× limit", 1, "");
    bound("2×", 2, "");
    bound("5×", 5, "");
    bound("10×", 10, "last");
    page.close("div").close("div");
    HeatChart chart = new HeatChart(page);
    page.open("div", "class", "pair");
    chart.draw("heat-plain", PLAIN, comparison.plain());
    chart.draw("heat-sharded", sharded(comparison), comparison.sharded());
    page.close("div").close("section");
  }

  private void ranks() {
    page.open("section").element("h2", "How evenly");
    page.element(
        "p",
        "All partitions from the hottest to the coolest: what is asked of each, on average, as a"
            + " multiple of what it has. What is in the shaded half cannot last.",
        "class",
        "soft");
    page.open("div", "class", "legend");
    page.open("span").element("i", "", "class", "line plain").text(PLAIN).close("span");
    page.open("span").element("i", "", "class", "line sharded");
    page.text(sharded(comparison)).close("span").close("div");
    page.open("div", "class", "single");
    new RankChart(page, comparison)
        .draw(comparison.plain(), comparison.sharded(), sharded(comparison));
    page.close("div").close("section");
  }

  private String bands() {
    double each = (double) comparison.plain().firstPartitions() / comparison.plain().heat().rows();
    return each <= 1
        ? ""
        : " Each line is an equal range of hashes and shows the hottest of its about %s partitions."
            .formatted(Numbers.count(each));
  }

  private void bound(String text, double use, String alignment) {
    page.element(
        "span", text, "class", alignment, "style", "left:" + Plot.percent(HeatScale.place(use)));
  }

  private void assumptions() {
    page.open("section").element("h2", "What was simulated").open("dl");
    Assumptions.of(comparison)
        .forEach((name, text) -> page.element("dt", name).element("dd", text));
    page.close("dl").close("section");
    page.open("section").element("h2", "What is approximated").open("ul");
    Assumptions.approximations(comparison).forEach(text -> page.element("li", text));
    page.close("ul").close("section");
  }

  /**
   * Accepted requests, and on top of them the throttled ones, over time.
   *
   * @param axis requests a second, the same for charts that are compared
   */
  record AreaChart(Markup page, Axis axis) {
    private static final int WIDTH = 1_000;
    private static final int HEIGHT = 300;

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
}
