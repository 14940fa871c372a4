package dev.evenkeel.core.internal.flow;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;

/**
 * What one synchronous run has under way on other threads. Only the run's own thread calls it;
 * workers answer through the inbox.
 *
 * <p>When the pool refuses a job, the run's thread does that job itself, and takes no further
 * permit before it is done: a permit is never held idle.
 */
final class SyncFanOut {
  private final Sender<?> sender;
  private final FanOutLimiter limiter;
  private final WorkerPool pool;
  private final Inbox<Outcome> inbox = new Inbox<>();

  /** How to cancel what is under way. */
  private final Map<FlowFrame, Runnable> underWay = new LinkedHashMap<>();

  private final PermitClaim claim;
  private final Deadline deadline;
  private @Nullable Job refused;

  SyncFanOut(Sender<?> sender, FanOutLimiter limiter, WorkerPool pool, Deadline deadline) {
    this.sender = sender;
    this.limiter = limiter;
    this.pool = pool;
    this.deadline = deadline;
    this.claim = new PermitClaim(limiter, inbox::wake);
  }

  /** Leaves the queue for permits while the run needs none. */
  void standDown() {
    claim.withdraw();
  }

  /** Waits for the future too: it needs no worker and no permit. */
  void await(FlowFrame frame, CompletableFuture<?> future) {
    underWay.put(frame, () -> future.cancel(true));
    var unused =
        future.whenComplete((answer, failure) -> inbox.put(Outcome.ended(frame, answer, failure)));
  }

  /** Sends as much as there are permits for, then waits for the next outcome. */
  Outcome next(FrameQueue unsent) {
    while (true) {
      send(unsent);
      Outcome outcome = refused == null ? await() : inbox.poll();
      if (outcome == null && refused != null) {
        outcome = refused.runHere();
        refused = null;
      }
      if (outcome != null && underWay.remove(outcome.frame()) != null) {
        return outcome;
      }
    }
  }

  /** Cancels what nobody waits for any more, and tells how much that is. */
  int dropAbandoned() {
    List<FlowFrame> dropped = underWay.keySet().stream().filter(FlowFrame::isAbandoned).toList();
    for (FlowFrame frame : dropped) {
      requireNonNull(underWay.remove(frame)).run();
    }
    refused = refused != null && refused.isAbandoned() ? null : refused;
    return dropped.size();
  }

  /** Cancels what is unanswered; its outcomes reach no one. */
  void close() {
    claim.close();
    underWay.values().forEach(Runnable::run);
  }

  private void send(FrameQueue unsent) {
    if (Thread.currentThread().isInterrupted()) {
      throw aborted(null);
    }
    while (refused == null && !unsent.isEmpty() && claim.take()) {
      FlowFrame frame = requireNonNull(unsent.poll());
      Job job = new Job(frame, sender, limiter, inbox);
      underWay.put(frame, job::cancel);
      refused = pool.offer(job) ? null : job;
    }
    if (unsent.isEmpty()) {
      claim.withdraw();
    }
  }

  private @Nullable Outcome await() {
    try {
      Outcome outcome = inbox.take(deadline.remainingNanos());
      if (outcome == null) {
        deadline.check();
      }
      return outcome;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw aborted(e);
    }
  }

  private static AbortedException aborted(@Nullable InterruptedException cause) {
    return AbortedException.create(
        "The calling thread was interrupted during a fan-out or a pause; what was under way was"
            + " cancelled.",
        cause);
  }
}
