package dev.evenkeel.core.machine;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One machine on its way to a result. Whatever happens, on whatever thread, is put down and
 * signalled; the thread that raises the signals from zero moves the machine until none is left. So
 * one thread at a time touches the machine and every field that is not a concurrent one.
 */
final class AsyncRun<Q, A, R> {
  private final Machine<Q, A, R> machine;
  private final Function<Q, CompletableFuture<A>> call;
  private final Permits permits;
  private final Trampoline trampoline;
  private final Claim claim;
  private final CompletableFuture<R> result = new CompletableFuture<>();

  private final AtomicInteger signals = new AtomicInteger();
  private final Queue<Landing<A>> inbox = new ConcurrentLinkedQueue<>();

  private final Asks<Q> asks = new Asks<>();
  private final Map<Integer, Flight<A>> flights = new HashMap<>();
  private boolean started;
  private boolean ended;

  private record Landing<A>(Flight<A> flight, Outcome<A> outcome) {}

  AsyncRun(
      Machine<Q, A, R> machine,
      Function<Q, CompletableFuture<A>> call,
      Permits permits,
      Trampoline trampoline) {
    this.machine = machine;
    this.call = call;
    this.permits = permits;
    this.trampoline = trampoline;
    this.claim = new Claim(permits, this::signal);
  }

  CompletableFuture<R> start() {
    var unused = result.whenComplete((value, failure) -> signal());
    signal();
    return result;
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
        end(() -> result.completeExceptionally(failure));
      }
      seen = signals.addAndGet(-seen);
    } while (seen != 0);
  }

  private void turn() {
    if (!ended && result.isDone()) {
      end(() -> {});
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
        end(() -> result.complete(finish.result()));
      } else if (step instanceof Step.Fail<Q, R> fail) {
        Throwable cause = requireNonNull(fail.cause());
        end(() -> result.completeExceptionally(cause));
      } else if (step instanceof Step.Ask<Q, R> ask) {
        asks.add(ask);
      } else {
        asks.requireAny(machine);
        return;
      }
    }
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
    inbox.add(new Landing<>(flight, Outcome.of(flight.ticket(), answer, bare(failure))));
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

  private static @Nullable Throwable bare(@Nullable Throwable failure) {
    Throwable bare = failure;
    while (bare instanceof CompletionException && bare.getCause() != null) {
      bare = bare.getCause();
    }
    return bare;
  }

  /** Losers first, so that their connections are free for whoever gets their permits. */
  private void end(Runnable completion) {
    if (ended) {
      return;
    }
    ended = true;
    trampoline.complete(completion);
    List<Flight<A>> losers = List.copyOf(flights.values());
    flights.clear();
    losers.forEach(loser -> loser.future().cancel(true));
    losers.stream().filter(Flight::permitted).forEach(loser -> permits.release());
    claim.close();
  }
}
