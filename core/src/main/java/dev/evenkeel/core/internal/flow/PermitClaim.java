package dev.evenkeel.core.internal.flow;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * One run's place in the queue for permits. The run, one thread at a time, takes, withdraws and
 * closes; other threads grant. A granted permit is either taken or given back, never lost.
 */
final class PermitClaim {
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
   * @param wake called by the granting thread when a permit has come; must neither block nor throw
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

  /** Gives up the place in the queue, or the permit that has come meanwhile. */
  void withdraw() {
    leave(State.IDLE);
  }

  /** Gives up for good. */
  void close() {
    leave(State.CLOSED);
  }

  private void leave(State next) {
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
