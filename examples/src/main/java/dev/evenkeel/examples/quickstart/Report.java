package dev.evenkeel.examples.quickstart;

import dev.evenkeel.core.item.ItemSize;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/** Reports the run to the reader. Plain ASCII, whatever the log holds; 80 columns. */
final class Report {
  private static final int CHART_ROWS_MAX = 32;
  private static final int WINDOW_EDGE_ROWS = 5;
  private static final int REQUEST_LENGTH_MAX = 38;
  private static final int CLIENT_LENGTH_MAX = 15;

  private final PrintWriter out;

  Report(PrintWriter out) {
    this.out = out;
  }

  void log(String source, AccessLog log) {
    line("Log: %s", printable(source, 200));
    line(
        "  lines: %d; hits: %d; malformed and skipped: %d",
        log.lineCount(), log.hits().size(), log.malformedCount());
    log.complaints().forEach(complaint -> line("  %s", complaint));
    if (log.malformedCount() > log.complaints().size()) {
      line("  and %d more", log.malformedCount() - log.complaints().size());
    }
  }

  void days(SortedMap<String, Integer> hitCounts, String hottest) {
    heading("Hits per day, the logical partition key; " + hottest + " is the hottest");
    chart(hitCounts);
  }

  void stored(int hitCount, Duration elapsed) {
    heading(
        String.format(
            Locale.ROOT, "Stored %d hits in %.1f s", hitCount, elapsed.toMillis() / 1000.0));
  }

  /** Shards that hold nothing are not among the counts, but count for the even share. */
  void shards(String day, int shardCount, SortedMap<String, Integer> itemCounts) {
    heading("How " + day + " is really stored: items per physical partition key");
    chart(itemCounts);
    int items = itemCounts.values().stream().mapToInt(Integer::intValue).sum();
    double even = (double) items / shardCount;
    int fullest = Collections.max(itemCounts.values());
    int emptiest = itemCounts.size() < shardCount ? 0 : Collections.min(itemCounts.values());
    line("  An even share of %d shards is %.1f items.", shardCount, even);
    line(
        "  The fullest holds %d (%+.1f%%), the emptiest %d (%+.1f%%).",
        fullest, 100 * (fullest / even - 1), emptiest, 100 * (emptiest / even - 1));
  }

  void window(TimeWindow window, List<Hit> hits) {
    heading("Query 1: the busiest hour, " + window);
    hitColumns();
    if (hits.size() <= 2 * WINDOW_EDGE_ROWS) {
      hits.forEach(this::hit);
      return;
    }
    hits.subList(0, WINDOW_EDGE_ROWS).forEach(this::hit);
    line("  ... %d more ...", hits.size() - 2 * WINDOW_EDGE_ROWS);
    hits.subList(hits.size() - WINDOW_EDGE_ROWS, hits.size()).forEach(this::hit);
  }

  void newest(String day, List<Hit> hits) {
    heading("Query 2: the newest " + hits.size() + " hits of " + day + ", newest first");
    hitColumns();
    hits.forEach(this::hit);
  }

  void costs(List<ReadCost> costs) {
    heading("What the queries cost: read capacity units (requests sent)");
    line("  %-16s %7s  %16s  %16s", "", "rows", "sharded", "unsharded");
    for (ReadCost cost : costs) {
      line(
          "  %-16s %7d  %9.1f (%4d)  %9.1f (%4d)",
          cost.what(),
          cost.sharded().hits().size(),
          cost.sharded().readUnits(),
          cost.shardedRequests(),
          cost.unsharded().readUnits(),
          cost.unsharded().pageCount());
    }
    line("  Both are measured: the unsharded rows are the same, from a plain table.");
  }

  /** An item of DynamoDB has 400 KB at most. */
  void large(String day, int bytes, List<DayLog.Stored> ways) {
    heading(
        String.format(
            Locale.ROOT,
            "The log of %s as one item: %,d bytes; DynamoDB takes %,d",
            day,
            bytes,
            ItemSize.ITEM_BYTES_MAX));
    line("  %-16s %7s  %12s  %12s", "table", "items", "bytes stored", "write units");
    for (DayLog.Stored way : ways) {
      line("  %-16s %7d  %,12d  %,12d", way.table(), way.items(), way.bytes(), way.writeUnits());
    }
  }

  /** Old tables keep one write unit. */
  void rolled(List<RollingHits.DayTable> tables) {
    heading("The last days once more, in a table a day, built and cooled down as the log goes by");
    line("  %-20s %7s  %12s", "table", "hits", "write units");
    for (RollingHits.DayTable table : tables) {
      line("  %-20s %7d  %12d", table.name(), table.items(), table.writeUnits());
    }
  }

  /** The last line of all. */
  void ok(String counts) {
    out.println();
    line("quickstart: ok %s", counts);
  }

  private void hitColumns() {
    line("  %-9s %7s %-15s %4s %s", "time", "line", "client", "code", "request");
  }

  private void hit(Hit hit) {
    line(
        "  %s %7d %-15s %4d %s",
        hit.at().toString().substring(11),
        hit.line(),
        printable(hit.client(), CLIENT_LENGTH_MAX),
        hit.status(),
        printable(hit.request(), REQUEST_LENGTH_MAX));
  }

  private void chart(SortedMap<String, Integer> numbers) {
    BarChart.of(numbers, CHART_ROWS_MAX).forEach(row -> line("  %s", row));
  }

  private void heading(String text) {
    out.println();
    out.println(text);
    out.flush();
  }

  private void line(String form, Object... values) {
    out.println(String.format(Locale.ROOT, form, values));
    out.flush();
  }

  /** The text without control characters: a log holds what strangers sent. */
  private static String printable(String text, int lengthMax) {
    String safe = text.replaceAll("[^ -~]", "?");
    return safe.length() <= lengthMax ? safe : safe.substring(0, lengthMax - 3) + "...";
  }
}
