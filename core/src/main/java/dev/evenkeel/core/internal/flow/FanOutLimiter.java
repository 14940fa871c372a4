package dev.evenkeel.core.internal.flow;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of permits, handed out first come, first served, without blocking anyone.
 *
 * <p>Without a free permit the caller joins a queue, at most once; so two runs with endless demand
 * get alternate permits. No lock is held while a waiter is called.
 */
final class FanOutLimiter {
  /** Below the 50 connections that the SDK's HTTP clients open by default. */
  static final int COUNT_DEFAULT = 40;

  private final Object lock = new Object();
  private final Set<BooleanSupplier> waiters = new LinkedHashSet<>();
  private int available;

  FanOutLimiter(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("inFlightMax must be >= 1 but was " + count);
    }
    this.available = count;
  }

  /**
   * Takes a permit if one is free; else queues {@code waiter}, unless it is queued already.
   *
   * @param waiter called once, by the thread that releases a permit for it; must neither block nor
   *     throw. Returns whether it takes the permit; if not, the next in the queue gets it
   * @return true if the permit was taken at once; the waiter is then not called
   */
  boolean acquire(BooleanSupplier waiter) {
    synchronized (lock) {
      if (available > 0) {
        available--;
        return true;
      }
      waiters.add(waiter);
      return false;
    }
  }

  /** Withdraws the pending permit request. A call of the waiter may already be in progress. */
  void withdraw(BooleanSupplier waiter) {
    synchronized (lock) {
      waiters.remove(waiter);
    }
  }

  /** Releases a permit: to the first waiter that takes it, else to the pool. */
  void release() {
    BooleanSupplier next = nextOrStock();
    while (next != null && !next.getAsBoolean()) {
      next = nextOrStock();
    }
  }

  private @Nullable BooleanSupplier nextOrStock() {
    synchronized (lock) {
      Iterator<BooleanSupplier> queue = waiters.iterator();
      if (!queue.hasNext()) {
        available++;
        return null;
      }
      BooleanSupplier next = queue.next();
      queue.remove();
      return next;
    }
  }

  int available() {
    synchronized (lock) {
      return available;
    }
  }

  int waiting() {
    synchronized (lock) {
      return waiters.size();
    }
  }

  /**
   * One run's place in the queue for permits. The run, one thread at a time, takes, withdraws and
   * closes; other threads grant. A granted permit is either taken or given back, never lost.
   */
  static final class PermitClaim {
    private enum State {
      IDLE,
      QUEUED,
      GRANTED,
      CLOSED
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
    private final FanOutLimiter limiter;
    private final Runnable wake;
    private final BooleanSupplier waiter = this::grant;

    /**
     * @param wake called by the granting thread when a permit has come; must neither block nor
     *     throw
     */
    PermitClaim(FanOutLimiter limiter, Runnable wake) {
      this.limiter = limiter;
      this.wake = wake;
    }

    /** Whether the run now holds one more permit. If not, it is queued and will be woken. */
    boolean take() {
      if (state.compareAndSet(State.IDLE, State.QUEUED) && limiter.acquire(waiter)) {
        // A grant to an earlier place in the queue may have come as well; it is kept for the next.
        state.compareAndSet(State.QUEUED, State.IDLE);
        return true;
      }
      return state.compareAndSet(State.GRANTED, State.IDLE);
    }

    /** Withdraws the pending permit request, and releases a permit granted meanwhile. */
    void withdraw() {
      withdraw(State.IDLE);
    }

    /** Closes the claim. */
    void close() {
      withdraw(State.CLOSED);
    }

    private void withdraw(State next) {
      State before = state.getAndSet(next);
      if (before == State.QUEUED) {
        limiter.withdraw(waiter);
      } else if (before == State.GRANTED) {
        limiter.release();
      }
    }

    private boolean grant() {
      boolean granted = state.compareAndSet(State.QUEUED, State.GRANTED);
      if (granted) {
        wake.run();
      }
      return granted;
    }
  }
}
