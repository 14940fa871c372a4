package dev.evenkeel.core.machine;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
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

  /** Waits for a message or a wake; null on a wake. A wait may also end with null for nothing. */
  @Nullable T take() throws InterruptedException {
    signals.acquire();
    return messages.poll();
  }
}
