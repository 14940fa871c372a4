package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.internal.store.TierRequest.Removal;
import dev.evenkeel.caching.internal.store.TierRequest.Removed;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Removes written items from the remote tier: after the write, even one that failed, and before its
 * caller gets the result. Who gives up before, or gets no answer from the tier, doubts the tier for
 * a time to live.
 */
final class TierWrites {
  private final TierTrust trust;

  TierWrites(TierTrust trust) {
    this.trust = trust;
  }

  /**
   * A write with what has to be done after it.
   *
   * @param timeToLive the longest that the tier may hold one of these items, in nanoseconds
   * @param held is given what has to be done when the call ends, however it ends
   */
  <R> Flow<R> around(Flow<R> write, Removal removal, long timeToLive, Consumer<Runnable> held) {
    AtomicBoolean isSettled = new AtomicBoolean();
    held.accept(
        () -> {
          if (!isSettled.get()) {
            doubt(removal, timeToLive);
          }
        });
    Flow<Removed> removed =
        removal
            .flow()
            .map(
                answer -> {
                  settled(removal, answer, timeToLive);
                  isSettled.set(true);
                  return answer;
                });
    return write
        .recover(failure -> removed.then(answer -> Flow.failed(failure)))
        .then(response -> removed.map(answer -> response));
  }

  /** A removal has ended: by a server, or so that nobody knows. */
  void settled(Removal removal, Removed answer, long timeToLive) {
    if (answer.server() == null) {
      doubt(removal, timeToLive);
    } else {
      trust.answered(answer.server());
    }
  }

  private void doubt(Removal removal, long timeToLive) {
    List<ItemKey> keys = removal.keys();
    if (keys.isEmpty()) {
      trust.doubtAll(timeToLive);
    }
    keys.forEach(key -> trust.doubt(key, timeToLive));
  }
}
