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
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One run of a flow. Events of any thread are queued and signalled; the thread that raises the
 * signals from zero advances the flow until none is left. So one thread at a time touches the flow
 * and every non-concurrent field. It does so in the context of the thread that started the run, and
 * so is the result completed.
 */
final class AsyncRun<R> {
  private final FlowInterpreter<R> flow;
  private final Sender<? extends CompletableFuture<?>> sender;
  private final FanOutLimiter limiter;
  private final Trampoline trampoline;
  private final ClientThreads threads;
  private final Runnable turning;
  private final Runnable completing;
  private final PermitClaim claim;
  private final AsyncResult<R> result = new AsyncResult<>(this::abandon);

  private final AtomicInteger signals = new AtomicInteger();
  private final Queue<Outcome> inbox = new ConcurrentLinkedQueue<>();

  private final FrameQueue unsent = new FrameQueue();
  private final Map<FlowFrame, Flight> flights = new LinkedHashMap<>();
  private int unanswered;
  private volatile @Nullable Throwable expired;
  private volatile boolean abandoned;
  private boolean started;
  private boolean ended;
  private Runnable completion = () -> {};

  /** The thread in {@link #start}, which has the caller's context as it is. */
  private @Nullable Thread starting;

  AsyncRun(
      Flow<R> flow,
      Sender<? extends CompletableFuture<?>> sender,
      FanOutLimiter limiter,
      Trampoline trampoline,
      ClientThreads threads) {
    this.flow = new FlowInterpreter<>(flow, sender.interceptor());
    this.sender = sender;
    this.limiter = limiter;
    this.trampoline = trampoline;
    this.threads = threads;
    this.turning = CarriedWork.of(threads, this::turn);
    this.completing = CarriedWork.of(threads, () -> completion.run());
    this.claim = new PermitClaim(limiter, this::signal);
  }

  CompletableFuture<R> start(Deadline deadline) {
    var unused = result.whenComplete((value, failure) -> signal());
    starting = Thread.currentThread();
    signal();
    starting = null;
    if (deadline.timeout() != null && !result.isDone()) {
      CompletableFuture<Boolean> timer = Timers.after(deadline.remainingNanos(), true);
      var unusedLate =
          timer.thenAccept(over -> WorkerPool.shared().hand(() -> expire(deadline.exceeded())));
      var unusedEarly = result.whenComplete((value, failure) -> timer.cancel(false));
    }
    return result;
  }

  /** Ends the run like its flow: requests in flight first, then the result. */
  private void expire(Throwable exceeded) {
    expired = exceeded;
    signal();
  }

  private void abandon() {
    abandoned = true;
    signal();
  }

  private void signal() {
    if (signals.getAndIncrement() == 0) {
      trampoline.bounce(this::drain);
    }
  }

  private void drain() {
    int seen = signals.get();
    do {
      if (ended) {
        turn(); // who waits for a future may be the one to tell of its end
      } else {
        inContext(this::turn, turning);
      }
      seen = signals.addAndGet(-seen);
    } while (seen != 0);
  }

  /** A hook may well clear what it has set, which the caller's own thread must not lose. */
  private void inContext(Runnable work, Runnable carried) {
    if (Thread.currentThread() == starting) {
      work.run();
    } else {
      carried.run();
    }
  }

  private void turn() {
    try {
      move();
    } catch (Throwable failure) {
      end(() -> result.fail(failure));
    }
  }

  private void move() {
    if (!ended && (abandoned || result.isDone())) {
      end(() -> {});
    }
    Throwable late = expired;
    if (!ended && late != null) {
      end(() -> result.fail(late));
    }
    if (!ended && !started) {
      started = true;
      advance();
    }
    for (Outcome next = inbox.poll(); next != null; next = inbox.poll()) {
      if (!ended) {
        land(next);
      }
    }
    if (!ended) {
      send();
    }
  }

  private void land(Outcome outcome) {
    Flight flight = flights.remove(outcome.frame());
    if (flight == null) {
      return; // it was cancelled
    }
    if (flight.permitted()) {
      limiter.release();
    }
    unanswered--;
    flow.settle(outcome);
    advance();
  }

  private void advance() {
    for (FlowFrame frame = flow.next(); frame != null; frame = flow.next()) {
      unanswered++;
      begin(frame);
    }
    if (flow.takeAbandoned()) {
      dropAbandoned();
    }
    if (flow.isOver()) {
      Throwable failure = flow.failure();
      end(failure == null ? () -> result.finish(flow.result()) : () -> result.fail(failure));
    }
  }

  private void dropAbandoned() {
    unanswered -= unsent.dropAbandoned();
    List<Flight> dropped =
        flights.values().stream().filter(flight -> flight.frame().isAbandoned()).toList();
    dropped.forEach(flight -> flights.remove(flight.frame()));
    unanswered -= dropped.size();
    cancel(dropped);
  }

  private void begin(FlowFrame frame) {
    CompletableFuture<?> begun = Outcome.begin(frame, sender, false, threads);
    if (begun == null) {
      unsent.add(frame);
      return;
    }
    boolean atOnce = begun.isDone();
    flights.put(frame, new Flight(frame, begun, false));
    var unused =
        begun.whenComplete(
            (answer, failure) -> {
              // Timer and compute threads are shared.
              if (atOnce || failure instanceof CancellationException || WorkerPool.isHere()) {
                landed(frame, answer, failure);
              } else {
                WorkerPool.shared().hand(() -> landed(frame, answer, failure));
              }
            });
  }

  private void send() {
    FlowFrame alone = unanswered == 1 ? unsent.poll() : null;
    if (alone != null) {
      claim.withdraw();
      send(alone, false);
      return;
    }
    while (!unsent.isEmpty() && claim.take()) {
      send(requireNonNull(unsent.poll()), true);
    }
    if (unsent.isEmpty()) {
      claim.withdraw();
    }
  }

  private void send(FlowFrame frame, boolean permitted) {
    Flight flight = new Flight(frame, futureOf(frame), permitted);
    flights.put(frame, flight);
    var unused = flight.future().whenComplete((answer, failure) -> landed(frame, answer, failure));
  }

  private void landed(FlowFrame frame, @Nullable Object answer, @Nullable Throwable failure) {
    inbox.add(Outcome.ended(frame, answer, failure));
    signal();
  }

  private CompletableFuture<?> futureOf(FlowFrame frame) {
    try {
      CompletableFuture<?> future = Outcome.send(frame, sender);
      return future != null ? future : CompletableFuture.failedFuture(noFuture());
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  private static NullPointerException noFuture() {
    return new NullPointerException("the delegate returned null instead of a future");
  }

  /** Cancelled requests first, so that their connections are free before their permits are. */
  private void end(Runnable newCompletion) {
    if (ended) {
      return;
    }
    ended = true;
    sender.ended();
    completion = newCompletion;
    trampoline.complete(() -> inContext(completion, completing));
    List<Flight> losers = List.copyOf(flights.values());
    flights.clear();
    cancel(losers);
    claim.close();
  }

  private void cancel(List<Flight> flights) {
    flights.forEach(loser -> loser.future().cancel(true));
    flights.stream().filter(Flight::permitted).forEach(loser -> limiter.release());
  }

  /**
   * A request that was sent, or begun, asynchronously.
   *
   * @param permitted whether it holds a permit
   */
  record Flight(FlowFrame frame, CompletableFuture<?> future, boolean permitted) {}
}
