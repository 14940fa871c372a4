package dev.evenkeel.sharding.internal.heat;

import dev.evenkeel.sharding.spec.Pieces;
import java.util.BitSet;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The writes of one key in one window, under the pieces that it has.
 *
 * <p>Its sort keys rise if new ones are above the greatest one from before the window: of those
 * that were written, or throttled, for one that was refused may lie anywhere. A write that failed
 * is expected to come again, later than it should: it is no new one then. Failed ones of this
 * window and the one before are remembered in Bloom filters, so that none of them is forgotten, and
 * of many new ones some do not count.
 */
final class KeyHeat {
  private static final int FAILED_BITS = 1 << 16;

  /** Of so many new writes at least, so many percent have to be above all earlier ones. */
  private static final int NEW_MIN = 20;

  private static final int RISING_PERCENT = 95;

  private final Comparator<AttributeValue> order;

  /**
   * The weight of this key above that of keys that are no longer watched: see {@link TableHeat}.
   */
  double weight;

  private Pieces pieces;
  private long from;
  private @Nullable AttributeValue greatestBefore;
  private @Nullable AttributeValue greatest;
  private BitSet failed = new BitSet();
  private BitSet failedBefore = new BitSet();
  private long offered;
  private long offeredBefore;
  private long newWrites;
  private long above;
  private long inLast;
  private long throttles;
  private long throttlesInLast;
  private double units;
  private double unitsInLast;

  /** The last finding of this key, which is not reported again for a while; null for none. */
  private @Nullable Reported reported;

  private @Nullable Long restsUntil;

  private record Reported(Finding.Kind kind, Pieces pieces, long until) {}

  KeyHeat(Comparator<AttributeValue> order, Pieces pieces, AttributeValue sortKey, long now) {
    this.order = order;
    this.pieces = pieces;
    this.greatest = sortKey;
    begin(pieces, now);
  }

  /** Begins a window. */
  void begin(Pieces now, long nanos) {
    pieces = now;
    from = nanos;
    greatestBefore = greatest;
    failedBefore = failed;
    failed = new BitSet();
    offeredBefore += offered;
    offered = 0;
    newWrites = 0;
    above = 0;
    inLast = 0;
    throttles = 0;
    throttlesInLast = 0;
    units = 0;
    unitsInLast = 0;
  }

  Pieces pieces() {
    return pieces;
  }

  long from() {
    return from;
  }

  /** A write begins. */
  void offered(AttributeValue sortKey) {
    offered++;
    if (isIn(failed, sortKey) || isIn(failedBefore, sortKey)) {
      return;
    }
    newWrites++;
    above += isAbove(sortKey, greatestBefore) ? 1 : 0;
    inLast += isInLast(sortKey) ? 1 : 0;
  }

  /** A write succeeded. */
  void succeeded(AttributeValue sortKey) {
    greatest = isAbove(sortKey, greatest) ? sortKey : greatest;
  }

  private boolean isAbove(AttributeValue sortKey, @Nullable AttributeValue other) {
    return other == null || order.compare(sortKey, other) > 0;
  }

  private boolean isInLast(AttributeValue sortKey) {
    AttributeValue begin = pieces.last().from();
    return begin == null || order.compare(sortKey, begin) >= 0;
  }

  private static boolean isIn(BitSet filter, AttributeValue sortKey) {
    int hash = sortKey.hashCode() * 0x9E3779B9;
    return filter.get(hash >>> 16) && filter.get(hash & (FAILED_BITS - 1));
  }

  /** A write failed, and may come again. */
  void failed(AttributeValue sortKey) {
    int hash = sortKey.hashCode() * 0x9E3779B9;
    failed.set(hash >>> 16);
    failed.set(hash & (FAILED_BITS - 1));
  }

  void throttled(AttributeValue sortKey) {
    throttles++;
    greatest = isAbove(sortKey, greatest) ? sortKey : greatest;
    throttlesInLast += isInLast(sortKey) ? 1 : 0;
  }

  void consumed(AttributeValue sortKey, double writeUnits) {
    units += writeUnits;
    unitsInLast += isInLast(sortKey) ? writeUnits : 0;
  }

  long throttles() {
    return throttles;
  }

  double units() {
    return units;
  }

  /** Whether a limit is passed by all writes. */
  boolean isHot(double throttlesMin, double unitsMin) {
    return throttles >= throttlesMin || units >= unitsMin;
  }

  /** Whether a limit is passed by writes in the highest piece alone. */
  boolean isLastHot(double throttlesMin, double unitsMin) {
    return throttlesInLast >= throttlesMin || unitsInLast >= unitsMin;
  }

  /** Whether enough writes were seen, and before the window too, to tell how sort keys go. */
  boolean isKnown() {
    return offered >= NEW_MIN && offeredBefore >= NEW_MIN;
  }

  /** Whether nearly all new writes are above all before, and where a new piece would cure them. */
  boolean rises() {
    return newWrites >= NEW_MIN
        && above * 100 >= newWrites * RISING_PERCENT
        && inLast * 100 >= newWrites * RISING_PERCENT;
  }

  void rest(long until) {
    restsUntil = until;
  }

  boolean rests(long now) {
    return restsUntil != null && now - restsUntil < 0;
  }

  /** Whether a finding of this key would be reported again if the key were forgotten. */
  boolean wasReported(long now) {
    return reported != null && now - reported.until() < 0;
  }

  /** Whether something is news; if so, it is none for a while. */
  boolean isNews(Finding.Kind kind, long now, long until) {
    boolean known =
        reported != null
            && wasReported(now)
            && reported.kind() == kind
            && reported.pieces().equals(pieces);
    if (!known) {
      reported = new Reported(kind, pieces, until);
    }
    return !known;
  }
}
