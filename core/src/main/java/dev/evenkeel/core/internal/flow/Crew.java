package dev.evenkeel.core.internal.flow;

import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;

/**
 * The workers of one synchronous run. Only the run's own thread calls it; workers answer through
 * the inbox.
 *
 * <p>When the pool refuses a job, the run's thread does that job itself, and takes no further
 * permit before it is done: a permit is never held idle.
 */
final class Crew<Q, A> {
  private final Calls<Q, A, A> call;
  private final Permits permits;
  private final WorkerPool pool;
  private final Inbox<Outcome<A>> inbox = new Inbox<>();
  private final Map<Integer, Job<Q, A>> jobs = new HashMap<>();
  private final Map<Integer, CompletableFuture<A>> begun = new HashMap<>();
  private final Claim claim;
  private final Deadline deadline;
  private @Nullable Job<Q, A> refused;

  Crew(Calls<Q, A, A> call, Permits permits, WorkerPool pool, Deadline deadline) {
    this.deadline = deadline;
    this.call = call;
    this.permits = permits;
    this.pool = pool;
    this.claim = new Claim(permits, inbox::wake);
  }

  /** Leaves the queue for permits while the run needs none. */
  void standDown() {
    claim.withdraw();
  }

  /** Waits for the future too: it needs no worker and no permit. */
  void await(int ticket, CompletableFuture<A> future) {
    begun.put(ticket, future);
    var unused =
        future.whenComplete((answer, failure) -> inbox.put(Outcome.ended(ticket, answer, failure)));
  }

  /** Sends as much as there are permits for, then waits for the next outcome. */
  Outcome<A> next(Queue<Step.Ask<Q, ?>> unsent) {
    while (true) {
      send(unsent);
      Outcome<A> outcome = refused == null ? await() : inbox.poll();
      if (outcome == null && refused != null) {
        outcome = refused.runHere();
        refused = null;
      }
      if (outcome != null) {
        jobs.remove(outcome.ticket());
        begun.remove(outcome.ticket());
        return outcome;
      }
    }
  }

  /** Cancels what is unanswered; its outcomes reach no one. */
  void close() {
    claim.close();
    jobs.values().forEach(Job::cancel);
    begun.values().forEach(future -> future.cancel(true));
  }

  private void send(Queue<Step.Ask<Q, ?>> unsent) {
    if (Thread.currentThread().isInterrupted()) {
      throw aborted(null);
    }
    while (refused == null && !unsent.isEmpty() && claim.take()) {
      Step.Ask<Q, ?> ask = unsent.remove();
      Job<Q, A> job = new Job<>(ask, call, permits, inbox);
      jobs.put(ask.ticket(), job);
      refused = pool.offer(job) ? null : job;
    }
  }

  private @Nullable Outcome<A> await() {
    try {
      Outcome<A> outcome = inbox.take(deadline.remainingNanos());
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
