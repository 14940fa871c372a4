package dev.evenkeel.core.internal.flow;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Where a run's own thread waits for what other threads bring; it may wake without a message. */
final class Inbox<T> {
  private final Queue<T> messages = new ConcurrentLinkedQueue<>();
  private final Semaphore signals = new Semaphore(0);

  void put(T message) {
    messages.add(message);
    signals.release();
  }

  /** Ends one wait, without a message. */
  void wake() {
    signals.release();
  }

  /** The next message if there is one; does not wait. */
  @Nullable T poll() {
    return messages.poll();
  }

  /**
   * Waits for a message or a wake, at most so long; null on a wake or when the time is over. A wait
   * may also end with null for nothing.
   */
  @Nullable T take(long nanosMax) throws InterruptedException {
    return signals.tryAcquire(nanosMax, TimeUnit.NANOSECONDS) ? messages.poll() : null;
  }
}
