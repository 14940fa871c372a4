package dev.evenkeel.core.internal.flow;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One ask of a fan-out, with the permit it holds. Whoever ends the job gives the permit back: the
 * thread that runs it, or the canceller of one that never began.
 */
final class Job<Q, A> implements Runnable {
  private enum State {
    NEW,
    BEGUN,
    ENDED
  }

  private final Step.Ask<Q, ?> ask;
  private final Function<Q, A> call;
  private final Permits permits;
  private final Inbox<Outcome<A>> inbox;

  // Both guarded by this.
  private State state = State.NEW;
  private @Nullable Thread worker;

  Job(Step.Ask<Q, ?> ask, Function<Q, A> call, Permits permits, Inbox<Outcome<A>> inbox) {
    this.ask = ask;
    this.call = call;
    this.permits = permits;
    this.inbox = inbox;
  }

  /**
   * Runs on a pool thread, and leaves it uninterrupted whatever became of the job. The outcome goes
   * first: a run that is woken by its permit must not send what the outcome makes needless.
   */
  @Override
  public void run() {
    if (begin(Thread.currentThread())) {
      Outcome<A> outcome = Outcome.of(ask, call);
      end();
      Thread.interrupted();
      inbox.put(outcome);
      permits.release();
    }
  }

  /** Runs a job that the pool refused, on the run's own thread. */
  Outcome<A> runHere() {
    begin(null);
    try {
      return Outcome.of(ask, call);
    } finally {
      end();
      permits.release();
    }
  }

  /** Drops the job if it has not begun; else interrupts the worker, unless it has moved on. */
  void cancel() {
    if (stop()) {
      permits.release();
    }
  }

  private synchronized boolean begin(@Nullable Thread thread) {
    if (state != State.NEW) {
      return false;
    }
    state = State.BEGUN;
    worker = thread;
    return true;
  }

  private synchronized void end() {
    state = State.ENDED;
    worker = null;
  }

  private synchronized boolean stop() {
    boolean neverBegan = state == State.NEW;
    if (neverBegan) {
      state = State.ENDED;
    }
    if (worker != null) {
      worker.interrupt();
    }
    return neverBegan;
  }
}
