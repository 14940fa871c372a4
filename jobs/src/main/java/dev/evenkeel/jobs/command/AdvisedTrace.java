package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.jobs.report.AdviceReport;
import dev.evenkeel.jobs.report.CacheRows;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.simulator.advise.CacheAdvice;
import dev.evenkeel.simulator.advise.CacheAdvisor;
import dev.evenkeel.simulator.advise.KeyAdvisor;
import dev.evenkeel.simulator.trace.TraceReader.TraceTally;
import dev.evenkeel.simulator.trace.TraceRecord;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a trace as the advisors get them. Keys are advised on if they are those of one
 * table; caches are, for each table.
 */
final class AdvisedTrace {
  private static final int NAMES_MAX = 10;

  private final @Nullable String only;
  private final CacheAdvisor caches;
  private final TreeSet<String> others = new TreeSet<>();
  private @Nullable KeyAdvisor keys;
  private long requests;
  private long firstMillis;
  private long lastMillis;

  /**
   * @param only the table whose requests count; null for all
   */
  AdvisedTrace(KeyAdvisor keys, CacheAdvisor caches, @Nullable String only) {
    this.keys = keys.caching(caches);
    this.caches = caches;
    this.only = only;
  }

  void add(TraceRecord request) {
    if (only != null && !only.equals(request.table())) {
      if (request.table() != null && others.size() < NAMES_MAX) {
        others.add(request.table());
      }
      return;
    }
    firstMillis = requests == 0 ? request.atMillis() : firstMillis;
    lastMillis = request.atMillis();
    requests++;
    if (keys == null) {
      caches.add(request);
      return;
    }
    keys.add(request);
    if (caches.tables().size() > 1) {
      keys = null;
    }
  }

  /** The report; {@code asked} tells whether somebody wants to know of caches. */
  AdviceReport report(TraceTally tally, Prices prices, @Nullable Double hitRatio, boolean asked) {
    if (requests == 0) {
      throw new JobException(
          "The trace has no requests of table '%s'. %s"
              .formatted(
                  only,
                  others.isEmpty()
                      ? "It names no tables: a column 'table' does."
                      : "It has: %s.".formatted(String.join(", ", others))));
    }
    List<CacheAdvice> read = caches.advice();
    if (asked && read.isEmpty()) {
      throw new JobException(
          "The trace has no eventually consistent reads, which alone a cache answers. Add"
              + " --operation read if its lines are reads.");
    }
    CacheRows rows =
        read.isEmpty()
            ? null
            : new CacheRows(caches, read, hitRatio, prices, (lastMillis - firstMillis) / 1e3);
    return AdviceReport.of(keys == null ? null : keys.advice(), tally, rows);
  }
}
