package dev.evenkeel.sharding.internal.shell;

import dev.evenkeel.sharding.internal.live.ShadowReads;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Counts comparisons of a share of reads. */
public final class ShadowCounts implements ShadowReads {
  private final double share;
  private final Map<Outcome, Long> counts = new ConcurrentHashMap<>();

  /**
   * @param share of all reads, 0 to 1
   */
  public ShadowCounts(double share) {
    this.share = share;
  }

  @Override
  public boolean isDrawn() {
    return share > 0 && ThreadLocalRandom.current().nextDouble() < share;
  }

  @Override
  public void count(Outcome outcome) {
    counts.merge(outcome, 1L, Long::sum);
  }

  public long of(Outcome outcome) {
    return counts.getOrDefault(outcome, 0L);
  }
}
