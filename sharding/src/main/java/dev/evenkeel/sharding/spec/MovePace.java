package dev.evenkeel.sharding.spec;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How fast items are moved, or read to be verified, and when to stop.
 *
 * <p>All processes that work on the same move share one rate; the last one that begins with a pace
 * of its own gives it to all. Throttles halve the rate, and quiet times let it grow to the pace
 * again.
 *
 * @param unitsPerSecond capacity units a second of all processes, reads and writes alike; null for
 *     as many as DynamoDB allows
 * @param share of what one partition can do that the move of a single key may take, above 0 and at
 *     most 1: of 1,000 write units a second, three of five of a move being at the old place, and of
 *     3,000 read units. Null for a fifth
 * @param segments how many segments this process works on at a time, at least 1; each holds up to 1
 *     MB of items in memory
 * @param isStopped asked between pages, and each second while throttles are waited for: whether to
 *     stop. What was done is kept
 */
public record MovePace(
    @Nullable Double unitsPerSecond,
    @Nullable Double share,
    int segments,
    BooleanSupplier isStopped) {
  private static final double SHARE_DEFAULT = 0.2;
  private static final int SEGMENTS_DEFAULT = 4;
  private static final double PARTITION_WRITES = 1_000;
  private static final double PARTITION_READS = 3_000;

  /** Of the five write units for a KB, those at the old place. */
  private static final double AT_OLD_PLACE = 3.0 / 5;

  /**
   * @throws IllegalArgumentException if a number is out of its range
   */
  public MovePace {
    if (unitsPerSecond != null && !(unitsPerSecond > 0)) {
      throw new IllegalArgumentException(
          "a pace must be above 0 units a second but is " + unitsPerSecond);
    }
    if (share != null && !(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("a share must be above 0 and at most 1 but is " + share);
    }
    if (segments < 1) {
      throw new IllegalArgumentException("segments must be at least 1 but is " + segments);
    }
  }

  /**
   * A fifth of a hot partition, four segments at a time, until the end; where others have begun the
   * same pass, at its pace.
   */
  public static MovePace gentle() {
    return new MovePace(null, null, SEGMENTS_DEFAULT, () -> false);
  }

  /** The same with so many capacity units a second at most. */
  public MovePace unitsPerSecond(double units) {
    return new MovePace(units, share, segments, isStopped);
  }

  /** The same with another share of a hot partition. */
  public MovePace share(double newShare) {
    return new MovePace(unitsPerSecond, newShare, segments, isStopped);
  }

  /** The same with so many segments at a time. */
  public MovePace segments(int count) {
    return new MovePace(unitsPerSecond, share, count, isStopped);
  }

  /** The same until something says that it is to stop. */
  public MovePace until(BooleanSupplier stopped) {
    return new MovePace(unitsPerSecond, share, segments, stopped);
  }

  /**
   * Whether it says how fast. One that does not changes no pace that others have given.
   *
   * @param places as in {@link #rate}: a share is of the partitions of one key
   */
  public boolean isGiven(int places) {
    return unitsPerSecond != null || (share != null && places > 0);
  }

  /**
   * Units a second.
   *
   * @param places how many partition keys the items of the key that moves are at; 0 where the whole
   *     table moves
   * @param moves whether items are moved, or only read
   * @return infinite for as many as DynamoDB allows
   */
  public double rate(int places, boolean moves) {
    double most = unitsPerSecond == null ? Double.POSITIVE_INFINITY : unitsPerSecond;
    double partition = moves ? PARTITION_WRITES / AT_OLD_PLACE : PARTITION_READS;
    double part = share == null ? SHARE_DEFAULT : share;
    return places == 0 ? most : Math.min(most, part * partition * Math.min(places, segments));
  }
}
