package dev.evenkeel.core.internal.flow;

import java.util.List;

/**
 * A computation over sub-requests that performs no I/O itself: it asks, and is fed the answers.
 *
 * <p>The contract with whatever drives it: {@link #next()} is called until it returns {@link
 * Step.Park}, {@link Step.Finish} or {@link Step.Fail}; after a park, each outcome of an ask is
 * reported once through {@link #onAnswer} or {@link #onFailure}, and {@code next()} is called
 * again. After a finish or a failure nothing more is called. Calls never overlap, and each sees the
 * effects of the one before, but they may come from different threads: a machine needs no locks.
 *
 * <p>A machine holds the state of one call and is not reused. A throwable out of any of its methods
 * ends the call with that throwable.
 *
 * @param <Q> the sub-requests the machine asks
 * @param <A> the answers it is fed
 * @param <R> its result
 */
public interface Machine<Q, A, R> {

  /** Returns what to do next. */
  Step<Q, R> next();

  /** Reports the answer to the ask with this ticket. */
  void onAnswer(int ticket, A answer);

  /** Reports that the ask with this ticket failed; the cause is what the delegate threw. */
  void onFailure(int ticket, Throwable cause);

  /**
   * What may be asked beyond the asks made so far, for a person to read: one clause each, without
   * item values; empty if nothing can follow. Called while the machine is parked.
   */
  default List<String> mayFollow() {
    return List.of();
  }

  /** Whether the machine began with rows that an earlier call read ahead. */
  default boolean servedAhead() {
    return false;
  }
}
