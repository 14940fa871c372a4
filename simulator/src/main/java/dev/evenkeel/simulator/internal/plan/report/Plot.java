package dev.evenkeel.simulator.internal.plan.report;

import dev.evenkeel.simulator.spec.result.RunResult;
import java.util.List;
import java.util.Locale;

/**
 * The frame of a chart: shapes in an SVG that stretches with the page, and labels beside it that do
 * not, so that they are as legible on a phone as on a screen.
 *
 * @param id of its texts in the page
 */
record Plot(Markup page, String id) {
  /**
   * Begins a chart: caption, unless it is empty, labels of the vertical axis, and the SVG, into
   * which shapes go.
   */
  void begin(String caption, String sum, List<Label> labels, Drawing drawing) {
    page.open("figure", "class", "chart");
    if (!caption.isEmpty()) {
      page.open("figcaption").element("b", caption).element("span", sum).close("figcaption");
    }
    page.open("div", "class", "plot " + drawing.kind());
    page.open("div", "class", "y", "aria-hidden", "true");
    for (Label label : labels) {
      page.element("span", label.text(), "style", "bottom:" + percent(label.place()));
    }
    page.close("div");
    page.open(
        "svg",
        "class",
        "shapes",
        "role",
        "img",
        "aria-labelledby",
        id + "-title " + id + "-desc",
        "viewBox",
        "0 0 " + drawing.width() + " " + drawing.height(),
        "preserveAspectRatio",
        "none");
    page.element("title", drawing.title(), "id", id + "-title");
    page.element("desc", drawing.description(), "id", id + "-desc");
  }

  /** Ends it with the axis of time. */
  void end(RunResult run) {
    double seconds = run.seconds();
    end(
        Axis.ofSeconds(seconds, 6).ticks().stream()
            .map(
                tick -> new Label(tick == 0 ? "0" : Numbers.time(tick.longValue()), tick / seconds))
            .toList());
  }

  /** Ends it with labels of the horizontal axis. */
  void end(List<Label> labels) {
    page.close("svg");
    page.open("div", "class", "x", "aria-hidden", "true");
    for (Label label : labels) {
      String alignment = label.place() == 0 ? "first" : label.place() > 0.97 ? "last" : "";
      page.element(
          "span", label.text(), "class", alignment, "style", "left:" + percent(label.place()));
    }
    page.close("div").close("div").close("figure");
  }

  static String percent(double part) {
    return String.format(Locale.ROOT, "%.2f%%", 100 * part);
  }

  /**
   * A label of an axis.
   *
   * @param text the text of the label
   * @param place where, 0 at the bottom or left, 1 at the top or right
   */
  record Label(String text, double place) {}

  /**
   * The drawing.
   *
   * @param kind the class of its style
   * @param width in its own units
   * @param height likewise
   * @param title for screen readers
   * @param description likewise
   */
  record Drawing(String kind, int width, int height, String title, String description) {}
}
