package dev.evenkeel.benchmarks.canned;

import java.util.HashMap;
import java.util.Map;

/** The tally of requests to a table since the last reset. Safe for use by many threads. */
public final class Tally {
  private final Map<String, Integer> requestsByPartition = new HashMap<>();
  private long requests;
  private long rows;
  private double units;
  private long lastNanos;

  synchronized void add(CannedPage page) {
    requests++;
    rows += page.count();
    units += page.units();
    lastNanos = System.nanoTime();
    requestsByPartition.merge(page.partition(), 1, Integer::sum);
  }

  /** Forgets everything. */
  public synchronized void reset() {
    requests = 0;
    rows = 0;
    units = 0;
    requestsByPartition.clear();
  }

  public synchronized long requests() {
    return requests;
  }

  public synchronized long rows() {
    return rows;
  }

  public synchronized double units() {
    return units;
  }

  /** When the table was last asked, by {@link System#nanoTime}; not reset. */
  public synchronized long lastNanos() {
    return lastNanos;
  }

  /**
   * The rounds of one merged page that began with nothing read ahead, each as its number of
   * requests. A source that a round passes over is not asked in a later one, since the end of the
   * page only moves nearer; so the n-th request to a source belongs to round n.
   */
  public synchronized int[] rounds() {
    int most = requestsByPartition.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    int[] rounds = new int[most];
    for (int count : requestsByPartition.values()) {
      for (int round = 0; round < count; round++) {
        rounds[round]++;
      }
    }
    return rounds;
  }
}
