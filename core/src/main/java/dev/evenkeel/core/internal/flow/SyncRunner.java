package dev.evenkeel.core.internal.flow;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.internal.flow.FlowFrame.FrameQueue;
import dev.evenkeel.core.internal.flow.FlowFrame.Outcome;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Runs flows for a synchronous client; one runner per decorator. Thread-safe.
 *
 * <p><b>Threads.</b> While a single request is unanswered it is sent by the calling thread itself,
 * as by an undecorated client. Of several, each is sent by a thread of one pool shared by the whole
 * JVM: daemon threads, started when needed, ended after 10 idle seconds, 512 at most. When all are
 * busy, the calling thread sends. A user's {@link ClientThreads executor} may take its place. It
 * may queue: while none of a run's jobs has begun, the calling thread does one itself. So a fan-out
 * inside a fan-out always proceeds, however deep. Only the calling thread moves the flow.
 *
 * <p><b>Limit.</b> At most {@code inFlightMax} requests of fan-outs are in flight per runner,
 * single requests not counted. Concurrent runs get their turns in a queue, one request per turn.
 *
 * <p><b>Pauses and computations</b> are no sub-requests: {@link Sender#unsent} begins them, without
 * a permit, at once, and no worker waits for them. A computation alone is done by the calling
 * thread.
 *
 * <p><b>End.</b> When the flow ends, or an abandoned part of it, unanswered requests are dropped or
 * interrupted (on which the SDK aborts its HTTP call), and their outcomes dropped. The run does not
 * wait for that.
 */
public final class SyncRunner {
  private final FanOutLimiter limiter;
  private final Workers workers;
  private final ClientThreads threads;

  SyncRunner(FanOutLimiter limiter, Workers workers, ClientThreads threads) {
    this.limiter = limiter;
    this.workers = workers;
    this.threads = threads;
  }

  /** A runner with at most 40 requests in flight. */
  public static SyncRunner create() {
    return create(ClientThreads.shared());
  }

  /** A runner with at most 40 requests in flight, on these threads. */
  public static SyncRunner create(ClientThreads threads) {
    return create(FanOutLimiter.COUNT_DEFAULT, threads);
  }

  /**
   * A runner with its own limit, on these threads.
   *
   * @param inFlightMax at least 1; keep it below the connections of the HTTP client, so that other
   *     calls find one
   */
  public static SyncRunner create(int inFlightMax, ClientThreads threads) {
    return new SyncRunner(new FanOutLimiter(inFlightMax), Workers.of(threads), threads);
  }

  /**
   * Runs {@code flow} to its end, or until the deadline.
   *
   * @param sender sends one request and returns its answer, or begins what needs no sending; called
   *     from several threads at a time. An exception is reported to the flow
   * @return the result of the flow
   * @throws software.amazon.awssdk.core.exception.ApiCallTimeoutException once the deadline has
   *     passed; a single sub-request on the calling thread is waited for, since it has its own
   *     timeout
   * @throws software.amazon.awssdk.core.exception.AbortedException if the calling thread is
   *     interrupted during a fan-out or a pause; it stays interrupted
   * @throws RuntimeException or any other throwable with which the flow failed: the same object
   */
  public <R> R run(Flow<R> flow, Sender<?> sender, Deadline deadline) {
    return new SyncRun<>(flow, sender, deadline, this).run();
  }

  private SyncFanOut fanOut(Sender<?> sender, Deadline deadline) {
    return new SyncFanOut(sender, limiter, workers, threads, deadline);
  }

  /** One flow on its way to its end; used by one thread, once. */
  static final class SyncRun<R> {
    private final FlowInterpreter<R> flow;
    private final Sender<?> sender;
    private final Deadline deadline;
    private final SyncRunner runner;

    /** Requests that are neither begun nor classified as to be sent. */
    private final FrameQueue fresh = new FrameQueue();

    private final FrameQueue unsent = new FrameQueue();
    private int unanswered;
    private @Nullable SyncFanOut fanOut;

    SyncRun(Flow<R> flow, Sender<?> sender, Deadline deadline, SyncRunner runner) {
      this.flow = new FlowInterpreter<>(flow, sender.interceptor());
      this.sender = sender;
      this.deadline = deadline;
      this.runner = runner;
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

    /** Begins new requests that are not sent. Those that end at once need no fan-out. */
    private @Nullable Outcome begin() {
      boolean alone = unanswered == 1;
      for (FlowFrame frame = fresh.poll(); frame != null; frame = fresh.poll()) {
        CompletableFuture<?> begun = Outcome.begin(frame, sender, alone, runner.threads);
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
      SyncFanOut there = fanOut == null ? runner.fanOut(sender, deadline) : fanOut;
      fanOut = there;
      return there;
    }
  }

  /** Rethrows the same throwable, checked or not. */
  static final class Rethrow {
    private Rethrow() {}

    /** Never returns; typed so that callers can write {@code throw}. */
    static RuntimeException asIs(Throwable cause) {
      throw Rethrow.<RuntimeException>unchecked(cause);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // erased: casts nothing
    private static <T extends Throwable> T unchecked(Throwable cause) throws T {
      throw (T) cause;
    }
  }
}
