package dev.evenkeel.core.internal.flow;

import org.jspecify.annotations.Nullable;

/**
 * One ask of a fan-out, with the permit it holds. Whoever ends the job gives the permit back: the
 * thread that runs it, or the canceller of one that never began.
 */
final class Job implements Runnable {
  private enum State {
    NEW,
    BEGUN,
    ENDED
  }

  private final FlowFrame frame;
  private final Sender<?> sender;
  private final FanOutLimiter limiter;
  private final Inbox<Outcome> inbox;

  // Both guarded by this.
  private State state = State.NEW;
  private @Nullable Thread worker;

  Job(FlowFrame frame, Sender<?> sender, FanOutLimiter limiter, Inbox<Outcome> inbox) {
    this.frame = frame;
    this.sender = sender;
    this.limiter = limiter;
    this.inbox = inbox;
  }

  boolean isAbandoned() {
    return frame.isAbandoned();
  }

  /**
   * Runs on a pool thread, and leaves it uninterrupted whatever became of the job. The outcome goes
   * first: a run that is woken by its permit must not send what the outcome makes needless.
   */
  @Override
  public void run() {
    if (begin(Thread.currentThread())) {
      Outcome outcome = Outcome.of(frame, sender);
      end();
      Thread.interrupted();
      inbox.put(outcome);
      limiter.release();
    }
  }

  /** Runs a job that the pool refused, on the run's own thread. */
  Outcome runHere() {
    begin(null);
    try {
      return Outcome.of(frame, sender);
    } finally {
      end();
      limiter.release();
    }
  }

  /** Drops the job if it has not begun; else interrupts the worker, unless it has moved on. */
  void cancel() {
    if (stop()) {
      limiter.release();
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
