package dev.evenkeel.simulator.internal.plan.report;

import dev.evenkeel.core.internal.explain.Wrapped;
import dev.evenkeel.core.internal.value.Printable;
import dev.evenkeel.simulator.spec.ThrottleReason;
import dev.evenkeel.simulator.spec.result.Comparison;
import dev.evenkeel.simulator.spec.result.RunResult;
import dev.evenkeel.simulator.spec.result.RunResult.TimeBucket;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** A comparison as lines for a terminal. */
public final class ReportText {
  /** More time buckets are grouped. */
  private static final int ROWS_MAX = 20;

  private static final String GAP = "  ";

  private final Comparison comparison;
  private final List<RunResult> runs;
  private final StringBuilder out = new StringBuilder();

  private ReportText(Comparison comparison) {
    this.comparison = comparison;
    this.runs = List.of(comparison.plain(), comparison.sharded());
  }

  public static String of(Comparison comparison) {
    ReportText report = new ReportText(comparison);
    report.assumptions();
    report.sums();
    report.time();
    report.out.append('\n').append(Wrapped.of(Verdict.of(comparison))).append('\n');
    return report.out.toString();
  }

  private void assumptions() {
    Map<String, String> all = Assumptions.of(comparison);
    int width = all.keySet().stream().mapToInt(String::length).max().orElse(0) + 1 + GAP.length();
    all.forEach(
        (name, text) -> {
          String gap = " ".repeat(width - name.length() - 1);
          String begin = name + ":" + gap;
          out.append(Wrapped.of(begin + Printable.of(text), width)).append('\n');
        });
  }

  private void sums() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("", ReportPage.PLAIN, ReportPage.sharded(comparison)));
    sum(rows, "accepted a second", run -> Numbers.count(run.acceptedPerSecond()));
    sum(rows, "throttled a second", run -> Numbers.count(run.throttledPerSecond()));
    sum(rows, "accepted of all", run -> Numbers.percent(run.acceptedShare()));
    Set<ThrottleReason> reasons = new LinkedHashSet<>(runs.get(0).throttles().keySet());
    reasons.addAll(runs.get(1).throttles().keySet());
    for (ThrottleReason reason : reasons) {
      sum(
          rows,
          reason.code(),
          run -> String.format(Locale.ROOT, "%,d", run.throttles().getOrDefault(reason, 0L)));
    }
    sum(
        rows,
        "partitions used",
        run ->
            run.firstPartitions() == run.lastPartitions()
                ? String.format(
                    Locale.ROOT, "%,d of %,d", run.usedPartitions(), run.firstPartitions())
                : String.format(
                    Locale.ROOT,
                    "%,d of %,d, by splits of %,d",
                    run.usedPartitions(),
                    Numbers.partitions(run),
                    run.firstPartitions()));
    sum(rows, "hottest partition", run -> "#" + run.hottest().partition());
    sum(rows, "asked of it, of all", run -> Numbers.percent(run.hottest().share()));
    sum(rows, "asked of it, of what it has", run -> Numbers.times(run.hottest().meanUse()));
    out.append('\n');
    table(rows, 1);
  }

  private void sum(List<List<String>> rows, String name, Function<RunResult, String> value) {
    rows.add(List.of(name, value.apply(runs.get(0)), value.apply(runs.get(1))));
  }

  private void time() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "from",
            "asked/s",
            "accepted/s",
            "throttled/s",
            "hottest",
            "|",
            "accepted/s",
            "throttled/s",
            "hottest"));
    int buckets = runs.get(0).buckets().size();
    int step = (buckets - 1) / ROWS_MAX + 1;
    for (int from = 0; from < buckets; from += step) {
      List<String> row = new ArrayList<>();
      row.add(Numbers.time(runs.get(0).buckets().get(from).firstSecond()));
      int to = Math.min(from + step, buckets);
      row.add(rate(runs.get(0).buckets().subList(from, to), TimeBucket::offered));
      for (RunResult run : runs) {
        List<TimeBucket> some = run.buckets().subList(from, to);
        row.add(rate(some, TimeBucket::accepted));
        row.add(rate(some, TimeBucket::throttled));
        row.add(hottest(some));
      }
      row.add(5, "|");
      rows.add(row);
    }
    out.append('\n');
    table(rows, 0);
  }

  private static String rate(List<TimeBucket> some, Function<TimeBucket, Long> count) {
    double seconds = some.stream().mapToLong(TimeBucket::seconds).sum();
    return Numbers.count(some.stream().mapToLong(count::apply).sum() / seconds);
  }

  private static String hottest(List<TimeBucket> some) {
    return some.stream()
        .map(TimeBucket::hottest)
        .filter(hot -> hot != null)
        .max((a, b) -> Double.compare(a.use(), b.use()))
        .map(hot -> "#" + hot.partition() + " " + Numbers.times(hot.use()))
        .orElse("");
  }

  /** Columns from {@code right} on end where they end, the others begin where they begin. */
  private void table(List<List<String>> rows, int right) {
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        String space = " ".repeat(width(rows, column) - cell.length());
        line.append(column < right ? cell + space : space + cell).append(GAP);
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
  }

  private static int width(List<List<String>> rows, int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
