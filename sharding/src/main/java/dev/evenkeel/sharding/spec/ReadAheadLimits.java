package dev.evenkeel.sharding.spec;

import java.time.Duration;

/**
 * How much a sharding client keeps of the rows that merged pages read beyond their end, and for how
 * long. More memory saves read units where callers page on; less time makes rows younger.
 *
 * @param queryBytesMax how far one query reads beyond a page for the next one. Rows that the order
 *     of a page needs in any case are kept too, as far as the client's limit admits
 * @param clientBytesMax what all queries of a client may keep together; the oldest is dropped first
 * @param timeToLive how long it is kept, and so how much older than its page a row may be; at most
 *     {@link #TIME_TO_LIVE_MAX}
 */
public record ReadAheadLimits(long queryBytesMax, long clientBytesMax, Duration timeToLive) {
  /** The longest time: a page of rows that are older is none that a caller expects. */
  public static final Duration TIME_TO_LIVE_MAX = Duration.ofMinutes(5);

  /** 4 MiB per query, 32 MiB per client, 5 seconds. */
  public static final ReadAheadLimits DEFAULT =
      new ReadAheadLimits(4L << 20, 32L << 20, Duration.ofSeconds(5));

  /** Keeps nothing: each page is read afresh. */
  public static final ReadAheadLimits NOTHING = new ReadAheadLimits(0, 0, Duration.ZERO);

  /**
   * Checks the limits. All three are 0, or none is.
   *
   * @throws IllegalArgumentException naming the limit and what it may be
   */
  public ReadAheadLimits {
    boolean nothing = queryBytesMax == 0 && clientBytesMax == 0 && timeToLive.isZero();
    require(nothing || queryBytesMax > 0, "queryBytesMax must be above 0 but was " + queryBytesMax);
    require(
        nothing || clientBytesMax >= queryBytesMax,
        "clientBytesMax must be at least queryBytesMax, %d, but was %d"
            .formatted(queryBytesMax, clientBytesMax));
    require(
        nothing
            || (timeToLive.compareTo(Duration.ZERO) > 0
                && timeToLive.compareTo(TIME_TO_LIVE_MAX) <= 0),
        "timeToLive must be above 0 and at most %s but was %s"
            .formatted(TIME_TO_LIVE_MAX, timeToLive));
  }

  private static void require(boolean holds, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(
          "ReadAheadLimits: " + problem + ". Say NOTHING to keep nothing.");
    }
  }

  /** The same limits with another amount for one query. */
  public ReadAheadLimits queryBytesMax(long bytes) {
    return new ReadAheadLimits(bytes, clientBytesMax, timeToLive);
  }

  /** The same limits with another amount for the client. */
  public ReadAheadLimits clientBytesMax(long bytes) {
    return new ReadAheadLimits(queryBytesMax, bytes, timeToLive);
  }

  /** The same limits with another time. */
  public ReadAheadLimits timeToLive(Duration time) {
    return new ReadAheadLimits(queryBytesMax, clientBytesMax, time);
  }
}
