package dev.evenkeel.core.internal.flow;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One machine on its way to a result. Whatever happens, on whatever thread, is put down and
 * signalled; the thread that raises the signals from zero moves the machine until none is left. So
 * one thread at a time touches the machine and every field that is not a concurrent one.
 */
final class AsyncRun<Q, A, R> {
  private final Machine<Q, A, R> machine;
  private final Calls<Q, CompletableFuture<A>, A> call;
  private final Permits permits;
  private final Trampoline trampoline;
  private final Claim claim;
  private final Result<R> result = new Result<>(this::leave);

  private final AtomicInteger signals = new AtomicInteger();
  private final Queue<Landing<A>> inbox = new ConcurrentLinkedQueue<>();

  private final Asks<Q> asks = new Asks<>();
  private final Map<Integer, Flight<A>> flights = new HashMap<>();
  private volatile @Nullable Throwable expired;
  private volatile boolean left;
  private boolean started;
  private boolean ended;

  private record Landing<A>(Flight<A> flight, Outcome<A> outcome) {}

  /**
   * What the caller has. Who cancels it, or completes it, ends the run first: code that is attached
   * to it may wait for what the run holds.
   */
  private static final class Result<R> extends CompletableFuture<R> {
    private final Runnable leave;

    Result(Runnable leave) {
      this.leave = leave;
    }

    @Override
    public boolean complete(R value) {
      leaveOnce();
      return super.complete(value);
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
      leaveOnce();
      return super.completeExceptionally(failure);
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      leaveOnce();
      return super.cancel(mayInterrupt);
    }

    private void leaveOnce() {
      if (!isDone()) {
        leave.run();
      }
    }

    void finish(R value) {
      super.complete(value);
    }

    void fail(Throwable cause) {
      super.completeExceptionally(cause);
    }
  }

  AsyncRun(
      Machine<Q, A, R> machine,
      Calls<Q, CompletableFuture<A>, A> call,
      Permits permits,
      Trampoline trampoline) {
    this.machine = machine;
    this.call = call;
    this.permits = permits;
    this.trampoline = trampoline;
    this.claim = new Claim(permits, this::signal);
  }

  CompletableFuture<R> start(Deadline deadline) {
    var unused = result.whenComplete((value, failure) -> signal());
    signal();
    if (deadline.timeout() != null && !result.isDone()) {
      CompletableFuture<Boolean> timer = Timers.after(deadline.remainingNanos(), true);
      var unusedLate =
          timer.thenAccept(over -> WorkerPool.shared().hand(() -> expire(deadline.exceeded())));
      var unusedEarly = result.whenComplete((value, failure) -> timer.cancel(false));
    }
    return result;
  }

  /** Ends the run as its machine would: what is under way first, and then the result. */
  private void expire(Throwable exceeded) {
    expired = exceeded;
    signal();
  }

  private void leave() {
    left = true;
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
      try {
        turn();
      } catch (Throwable failure) {
        end(() -> result.fail(failure));
      }
      seen = signals.addAndGet(-seen);
    } while (seen != 0);
  }

  private void turn() {
    if (!ended && (left || result.isDone())) {
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
    for (Landing<A> next = inbox.poll(); next != null; next = inbox.poll()) {
      if (!ended) {
        land(next);
      }
    }
    if (!ended) {
      send();
    }
  }

  private void land(Landing<A> landing) {
    Flight<A> flight = landing.flight();
    flights.remove(flight.ticket());
    if (flight.permitted()) {
      permits.release();
    }
    asks.answered(flight.ticket());
    landing.outcome().reportTo(machine);
    advance();
  }

  private void advance() {
    while (!ended) {
      Step<Q, R> step = machine.next();
      if (step instanceof Step.Finish<Q, R> finish) {
        end(() -> result.finish(finish.result()));
      } else if (step instanceof Step.Fail<Q, R> fail) {
        Throwable cause = requireNonNull(fail.cause());
        end(() -> result.fail(cause));
      } else if (step instanceof Step.Ask<Q, R> ask) {
        asks.note(ask);
        begin(ask);
      } else {
        asks.requireAny(machine);
        return;
      }
    }
  }

  private void begin(Step.Ask<Q, ?> ask) {
    CompletableFuture<A> begun = Outcome.begin(call, ask, false);
    if (begun == null) {
      asks.unsent().add(ask);
      return;
    }
    boolean atOnce = begun.isDone();
    Flight<A> flight = new Flight<>(ask.ticket(), begun, false);
    flights.put(ask.ticket(), flight);
    var unused =
        begun.whenComplete(
            (answer, failure) -> {
              // The thread that keeps the time, or computes, is everybody's.
              if (atOnce || failure instanceof CancellationException) {
                landed(flight, answer, failure);
              } else {
                WorkerPool.shared().hand(() -> landed(flight, answer, failure));
              }
            });
  }

  private void send() {
    if (asks.isOneUnsent()) {
      claim.withdraw();
      send(asks.unsent().remove(), false);
      return;
    }
    while (!asks.unsent().isEmpty() && claim.take()) {
      send(asks.unsent().remove(), true);
    }
  }

  private void send(Step.Ask<Q, ?> ask, boolean permitted) {
    Flight<A> flight = new Flight<>(ask.ticket(), futureOf(ask.request()), permitted);
    flights.put(ask.ticket(), flight);
    var unused = flight.future().whenComplete((answer, failure) -> landed(flight, answer, failure));
  }

  private void landed(Flight<A> flight, @Nullable A answer, @Nullable Throwable failure) {
    inbox.add(new Landing<>(flight, Outcome.ended(flight.ticket(), answer, failure)));
    signal();
  }

  private CompletableFuture<A> futureOf(Q request) {
    try {
      CompletableFuture<A> future = call.apply(request);
      return future != null ? future : CompletableFuture.failedFuture(noFuture());
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  private static NullPointerException noFuture() {
    return new NullPointerException("the delegate returned null instead of a future");
  }

  /** Losers first, so that their connections are free for whoever gets their permits. */
  private void end(Runnable completion) {
    if (ended) {
      return;
    }
    ended = true;
    call.ended();
    trampoline.complete(completion);
    List<Flight<A>> losers = List.copyOf(flights.values());
    flights.clear();
    losers.forEach(loser -> loser.future().cancel(true));
    losers.stream().filter(Flight::permitted).forEach(loser -> permits.release());
    claim.close();
  }
}
