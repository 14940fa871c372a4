package dev.evenkeel.simulator.advise;

import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.simulator.advise.Finding.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of the advisor.
 *
 * @param statistics the statistics of the trace
 * @param heavyKeys those that were hot, or are when the load has grown; the heaviest, unless all
 *     are used evenly; and those with 1 % of the requests or the load
 * @param shareError by how much, as a part of all, a number of {@code heavyKeys} may be off; it is
 *     in their bounds
 * @param design the row of AWS's table; null if too little was seen
 * @param reason why this one
 * @param findings worst first; empty if there is nothing to change
 * @param sharding how to shard the key; null if it need not be
 */
public record Advice(
    KeyStatistics statistics,
    List<HeavyKey> heavyKeys,
    double shareError,
    @Nullable KeyDesign design,
    String reason,
    List<Finding> findings,
    @Nullable ShardAdvice sharding) {

  /** Copies the lists and sorts the findings. */
  public Advice {
    heavyKeys = List.copyOf(heavyKeys);
    findings = findings.stream().sorted((a, b) -> a.weight().compareTo(b.weight())).toList();
  }

  /** Whether there is something of this kind. */
  public boolean has(Kind kind) {
    return findings.stream().anyMatch(finding -> finding.kind() == kind);
  }

  /**
   * A key with many requests, or many items.
   *
   * @param key its value
   * @param requests how many requests, or items
   * @param share of all requests, or items
   * @param loadShare of all load, where a read unit is a third of a write unit, as in the limits of
   *     a partition; of a table sample, of all bytes
   * @param writes its busiest second for write units
   * @param reads its busiest second for read units
   */
  public record HeavyKey(
      String key, Bounds requests, Bounds share, Bounds loadShare, KeyPeak writes, KeyPeak reads) {}

  /**
   * The busiest second of a key, of those that begin at a whole or at a half second. So a burst of
   * half a second is never cut in two, an even one of a second is seen to three quarters, and any
   * other second to half at least.
   *
   * @param units the units offered in it; never less than the truth if they are above the bounds
   * @param atMillis when it began, in milliseconds since 1970; -1 if nothing was seen
   * @param secondsOver how many seconds were above what one partition carries: all whole ones, and
   *     of those that begin at a half the ones beside which none is
   * @param unitsPerRequest the size of its requests: what the request takes that the average unit
   *     is part of, so that few large requests among many small ones count as what they ask for;
   *     the most it can be
   * @param alike whether all of its requests took that much for certain
   */
  public record KeyPeak(
      Bounds units, long atMillis, long secondsOver, double unitsPerRequest, boolean alike) {
    static final KeyPeak NONE = new KeyPeak(Bounds.exactly(0), -1, 0, 0, false);
  }

  /**
   * Statistics of a table's requests.
   *
   * @param requests how many, or how many items of a sample
   * @param writes of these, how many write
   * @param writeUnits their cost in write units
   * @param reads of these, how many read
   * @param readUnits their cost in read units
   * @param firstMillis the time of the first; -1 of a sample
   * @param lastMillis the time of the last; -1 of a sample
   * @param distinctKeys how many different partition keys; the bounds hold with 95 % confidence
   * @param itemBytes of requests, or of items
   * @param keysPerMinute different partition keys of a minute, over minutes with requests
   */
  public record KeyStatistics(
      long requests,
      long writes,
      double writeUnits,
      long reads,
      double readUnits,
      long firstMillis,
      long lastMillis,
      Bounds distinctKeys,
      Distribution itemBytes,
      Distribution keysPerMinute) {}

  /**
   * The distribution of numbers.
   *
   * @param count how many there are
   * @param min the least, exactly; 0 if there are none
   * @param median half of them are no greater; rounded down to its first digits where there are
   *     more than some thousand different ones
   * @param p99 all but a hundredth of them are no greater; rounded likewise
   * @param max the greatest, exactly
   */
  public record Distribution(long count, double min, double median, double p99, double max) {
    static final Distribution NONE = new Distribution(0, 0, 0, 0, 0);

    /** The same, capped at a known maximum. */
    Distribution atMost(double most) {
      return new Distribution(
          count,
          Math.min(min, most),
          Math.min(median, most),
          Math.min(p99, most),
          Math.min(max, most));
    }
  }

  /**
   * A number that is estimated in bounded memory.
   *
   * @param low it is no less
   * @param estimate the estimated number
   * @param high it is no more
   */
  public record Bounds(double low, double estimate, double high) {
    static Bounds exactly(double value) {
      return new Bounds(value, value, value);
    }
  }

  /**
   * The rows of AWS's table of partition keys (<em>Best practices for tables</em>, "Choosing a
   * partition key").
   */
  public enum KeyDesign {
    MANY_USERS(true, "User ID, where the application has many users"),
    FEW_VALUES(false, "Status code, where there are only a few possible status codes"),
    ROUNDED_TIME(
        false, "Item creation date, rounded to the nearest time period (e.g. day, hour, minute)"),
    EVEN_DEVICES(
        true, "Device ID, where each device accesses data at relatively similar intervals"),
    ONE_POPULAR(
        false,
        "Device ID, where even if there are a lot of devices being tracked, one is by far more"
            + " popular than all the others");

    private final boolean good;
    private final String row;

    KeyDesign(boolean good, String row) {
      this.good = good;
      this.row = row;
    }

    /** The rating in AWS's table: good or bad. */
    public boolean good() {
      return good;
    }

    /** The row, in AWS's words. */
    public String row() {
      return row;
    }
  }

  /**
   * The advice to shard a key.
   *
   * @param shards AWS's formula for the hottest key that shards can carry: the least there can be
   * @param arithmetic how it came about
   * @param shardsWithHeadRoom the count to take: even the busiest shard of any hot key leaves a
   *     fifth unused; 0 if more shards would be needed than there can be
   * @param headRoom how that came about, by the size of the writes of the key that needs most;
   *     empty if there are no shards
   * @param selection how the shard of an item is picked
   * @param selectionReason why
   * @param heavyKeysOnly whether rules for some keys are enough, so that all others stay plain
   * @param rules the keys to shard, with reasons
   * @param indexLayout the advice if the key is that of an index
   * @param code the spec in Java, with {@code ...} for what was not seen; of a table without a sort
   *     key that of counters
   */
  public record ShardAdvice(
      int shards,
      String arithmetic,
      int shardsWithHeadRoom,
      String headRoom,
      Selection selection,
      String selectionReason,
      boolean heavyKeysOnly,
      String rules,
      String indexLayout,
      String code) {}
}
