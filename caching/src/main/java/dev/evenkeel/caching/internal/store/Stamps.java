package dev.evenkeel.caching.internal.store;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Tells whether an item was written while it was read. Items share stamps: a write of one may keep
 * another out of the cache, which costs a read and no more.
 *
 * <p>A stamp is a count of beginnings and ends of writes, and below it the number of writes under
 * way. Safe for use by many threads.
 */
final class Stamps {
  static final int STRIPES = 1 << 12;

  /** The writes under way are counted in the bits below: more than a process can have. */
  private static final long STEP = 1L << 24;

  private final AtomicLongArray stamps = new AtomicLongArray(STRIPES);

  static int stripe(ItemKey key) {
    int hash = key.hashCode();
    return (hash ^ (hash >>> 16)) & (STRIPES - 1);
  }

  /** The stamp of an item now. */
  long of(ItemKey key) {
    return stamps.get(stripe(key));
  }

  /** Whether no write of the item has begun or ended since its stamp was read, or is under way. */
  boolean isQuietSince(ItemKey key, long stamp) {
    return (stamp & (STEP - 1)) == 0 && of(key) == stamp;
  }

  /** A write of the item begins. */
  long begin(ItemKey key) {
    return stamps.addAndGet(stripe(key), STEP + 1);
  }

  /** A write of the item has ended, whatever has become of it. */
  long end(ItemKey key) {
    return stamps.addAndGet(stripe(key), STEP - 1);
  }

  /** Whether a stamp is that of the only write under way. */
  static boolean isAlone(long begun) {
    return (begun & (STEP - 1)) == 1;
  }

  /** The stamp when the only write under way has ended. */
  static long ended(long begun) {
    return begun + STEP - 1;
  }

  /** A write begins that may concern any item. */
  void beginAll() {
    for (int i = 0; i < STRIPES; i++) {
      stamps.addAndGet(i, STEP + 1);
    }
  }

  /** A write has ended that may have concerned any item. */
  void endAll() {
    for (int i = 0; i < STRIPES; i++) {
      stamps.addAndGet(i, STEP - 1);
    }
  }
}
