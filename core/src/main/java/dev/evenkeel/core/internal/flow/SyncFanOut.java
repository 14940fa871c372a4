package dev.evenkeel.core.internal.flow;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.internal.flow.FanOutLimiter.PermitClaim;
import dev.evenkeel.core.internal.flow.FlowFrame.FrameQueue;
import dev.evenkeel.core.internal.flow.FlowFrame.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;

/**
 * The concurrent requests of one synchronous run. Only the run's own thread calls it; workers
 * answer through the inbox.
 *
 * <p>When the workers refuse a job, the run's thread does that job itself, and takes no further
 * permit before it is done: a permit is never held idle. Where jobs may wait for a thread, it does
 * so, too, while none has begun: nobody else may come to do it.
 */
final class SyncFanOut {
  /** Ends a wait; of no request that is in flight. */
  private static final Outcome WAKE =
      new Outcome(new FlowFrame(Flow.done(), null), Done.DONE, null);

  private final Sender<?> sender;
  private final FanOutLimiter limiter;
  private final Workers workers;
  private final ClientThreads threads;
  private final BlockingQueue<Outcome> inbox = new LinkedBlockingQueue<>();

  /** The cancellation of each ask in flight. */
  private final Map<FlowFrame, Runnable> underWay = new LinkedHashMap<>();

  /** Jobs that wait for a thread or are at work; empty where no job waits. */
  private final Map<FlowFrame, Job> queued = new LinkedHashMap<>();

  private final PermitClaim claim;
  private final Deadline deadline;
  private @Nullable Job refused;

  SyncFanOut(
      Sender<?> sender,
      FanOutLimiter limiter,
      Workers workers,
      ClientThreads threads,
      Deadline deadline) {
    this.sender = sender;
    this.limiter = limiter;
    this.workers = workers;
    this.threads = threads;
    this.deadline = deadline;
    this.claim = new PermitClaim(limiter, () -> inbox.add(WAKE));
  }

  /** Withdraws the pending permit request. */
  void standDown() {
    claim.withdraw();
  }

  /** Awaits a future, without a worker or a permit. */
  void await(FlowFrame frame, CompletableFuture<?> future) {
    underWay.put(frame, () -> future.cancel(true));
    var unused =
        future.whenComplete((answer, failure) -> inbox.add(Outcome.ended(frame, answer, failure)));
  }

  /** Sends as far as permits allow, then waits for the next outcome. */
  Outcome next(FrameQueue unsent) {
    while (true) {
      send(unsent);
      Job here = refused == null ? unbegun() : refused;
      Outcome outcome = here == null ? await() : inbox.poll();
      if (outcome == null && here != null) {
        outcome = here.runHere();
        refused = null;
      }
      if (outcome != null && underWay.remove(outcome.frame()) != null) {
        queued.remove(outcome.frame());
        return outcome;
      }
    }
  }

  /** A job to do here; null while one is at work, whose end wakes this thread. */
  private @Nullable Job unbegun() {
    Job first = null;
    for (Job job : queued.values()) {
      if (job.isBegun()) {
        return null;
      }
      first = first == null ? job : first;
    }
    return first;
  }

  /** Cancels abandoned requests, and returns their number. */
  int dropAbandoned() {
    List<FlowFrame> dropped = underWay.keySet().stream().filter(FlowFrame::isAbandoned).toList();
    for (FlowFrame frame : dropped) {
      requireNonNull(underWay.remove(frame)).run();
      queued.remove(frame);
    }
    refused = refused != null && refused.isAbandoned() ? null : refused;
    return dropped.size();
  }

  /** Cancels unanswered requests and ignores their outcomes. */
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
      offer(frame, job);
    }
    if (unsent.isEmpty()) {
      claim.withdraw();
    }
  }

  private void offer(FlowFrame frame, Job job) {
    if (!workers.offer(CarriedWork.of(threads, job))) {
      refused = job;
    } else if (workers.mayQueue()) {
      queued.put(frame, job);
    }
  }

  private @Nullable Outcome await() {
    try {
      Outcome outcome = inbox.poll(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
      if (outcome == null || WAKE.equals(outcome)) {
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

  /**
   * One request of a fan-out, with its permit. The thread that runs the job releases the permit, or
   * the canceller of a job that never began.
   */
  static final class Job implements Runnable {
    private enum State {
      NEW,
      BEGUN,
      ENDED
    }

    private final FlowFrame frame;
    private final Sender<?> sender;
    private final FanOutLimiter limiter;
    private final Queue<Outcome> inbox;

    // Both guarded by this.
    private State state = State.NEW;
    private @Nullable Thread worker;

    Job(FlowFrame frame, Sender<?> sender, FanOutLimiter limiter, Queue<Outcome> inbox) {
      this.frame = frame;
      this.sender = sender;
      this.limiter = limiter;
      this.inbox = inbox;
    }

    boolean isAbandoned() {
      return frame.isAbandoned();
    }

    /**
     * Runs on a pool thread, and always leaves it uninterrupted. The outcome is delivered before
     * the permit: a run that its permit wakes must not send requests that the outcome makes
     * needless.
     */
    @Override
    public void run() {
      if (begin(Thread.currentThread())) {
        Outcome outcome = Outcome.of(frame, sender);
        end();
        Thread.interrupted();
        inbox.add(outcome);
        limiter.release();
      }
    }

    /** Runs on the run's own thread; null if a worker has begun meanwhile. */
    @Nullable Outcome runHere() {
      if (!begin(null)) {
        return null;
      }
      try {
        return Outcome.of(frame, sender);
      } finally {
        end();
        limiter.release();
      }
    }

    synchronized boolean isBegun() {
      return state != State.NEW;
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
}
