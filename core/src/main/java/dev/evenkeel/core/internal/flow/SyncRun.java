package dev.evenkeel.core.internal.flow;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One flow on its way to its end; used by one thread, once. */
final class SyncRun<R> {
  private final FlowInterpreter<R> flow;
  private final Sender<?> sender;
  private final Deadline deadline;
  private final FanOutLimiter limiter;
  private final WorkerPool pool;

  /** Asked, and neither begun nor known to be sent. */
  private final FrameQueue fresh = new FrameQueue();

  private final FrameQueue unsent = new FrameQueue();
  private int unanswered;
  private @Nullable SyncFanOut fanOut;

  SyncRun(
      Flow<R> flow, Sender<?> sender, Deadline deadline, FanOutLimiter limiter, WorkerPool pool) {
    this.flow = new FlowInterpreter<>(flow, sender.interceptor());
    this.sender = sender;
    this.deadline = deadline;
    this.limiter = limiter;
    this.pool = pool;
  }

  R run() {
    try {
      while (true) {
        ask();
        if (flow.isOver()) {
          return result();
        }
        Outcome outcome = outcome();
        unanswered--;
        flow.settle(outcome);
      }
    } finally {
      if (fanOut != null) {
        fanOut.close();
      }
      sender.ended();
    }
  }

  private R result() {
    Throwable failure = flow.failure();
    if (failure != null) {
      throw Rethrow.asIs(failure);
    }
    return flow.result();
  }

  private void ask() {
    for (FlowFrame frame = flow.next(); frame != null; frame = flow.next()) {
      unanswered++;
      fresh.add(frame);
    }
    if (flow.takeAbandoned()) {
      unanswered -= fresh.dropAbandoned() + unsent.dropAbandoned();
      unanswered -= fanOut == null ? 0 : fanOut.dropAbandoned();
    }
  }

  private Outcome outcome() {
    deadline.check();
    Outcome atOnce = begin();
    if (atOnce != null) {
      return atOnce;
    }
    FlowFrame alone = unanswered == 1 ? unsent.poll() : null;
    if (alone != null) {
      if (fanOut != null) {
        fanOut.standDown();
      }
      return Outcome.of(alone, sender);
    }
    return fanOut().next(unsent);
  }

  /**
   * Begins what was asked since, unless it is to be sent. What is done at once needs no fan-out.
   */
  private @Nullable Outcome begin() {
    boolean alone = unanswered == 1;
    for (FlowFrame frame = fresh.poll(); frame != null; frame = fresh.poll()) {
      CompletableFuture<?> begun = Outcome.begin(frame, sender, alone);
      if (begun == null) {
        unsent.add(frame);
      } else if (alone && begun.isDone()) {
        return ended(frame, begun);
      } else {
        fanOut().await(frame, begun);
      }
    }
    return null;
  }

  private static Outcome ended(FlowFrame frame, CompletableFuture<?> done) {
    return done.handle((answer, failure) -> Outcome.ended(frame, answer, failure)).join();
  }

  private SyncFanOut fanOut() {
    SyncFanOut there = fanOut == null ? new SyncFanOut(sender, limiter, pool, deadline) : fanOut;
    fanOut = there;
    return there;
  }
}
