package dev.evenkeel.caching.internal.store;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the remote tier may answer for an item. It may not, for a time to live, after a
 * write of this process whose removal it has not confirmed: what it holds may be older than the
 * write, and is gone by then. Nor, for a time to live, after another server has taken its place,
 * which may never have seen this process's removals. Safe for use by many threads.
 */
final class TierTrust {
  private static final long NEVER = 0;

  private final LongSupplier nanos;
  private final AtomicLongArray doubtedUntil = new AtomicLongArray(Stamps.STRIPES);
  private @Nullable String server;
  private long changed = NEVER;

  TierTrust(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Whether to look for an item at all. */
  boolean trusts(ItemKey key) {
    long until = doubtedUntil.get(Stamps.stripe(key));
    return until == NEVER || until - nanos.getAsLong() <= 0;
  }

  /** A server has answered. */
  synchronized void answered(String answering) {
    if (!answering.equals(server)) {
      changed = server == null ? NEVER : now();
      server = answering;
    }
  }

  /** A server has answered: whether what it holds for so long at most may be given. */
  synchronized boolean trusts(String answering, long timeToLive) {
    answered(answering);
    return changed == NEVER || now() - changed >= timeToLive;
  }

  /** A write of an item has ended, and maybe the tier still has what was there before. */
  void doubt(ItemKey key, long timeToLive) {
    doubt(Stamps.stripe(key), timeToLive);
  }

  /** The same of any item. */
  void doubtAll(long timeToLive) {
    for (int i = 0; i < Stamps.STRIPES; i++) {
      doubt(i, timeToLive);
    }
  }

  private void doubt(int stripe, long timeToLive) {
    long until = now() + timeToLive;
    doubtedUntil.accumulateAndGet(
        stripe,
        until == NEVER ? 1 : until,
        (known, next) -> known == NEVER || next - known > 0 ? next : known);
  }

  private long now() {
    long now = nanos.getAsLong();
    return now == NEVER ? 1 : now;
  }
}
