package dev.evenkeel.core.internal.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One machine on its way to a result; used by one thread, once. */
final class SyncRun<Q, A, R> {
  private final Machine<Q, A, R> machine;
  private final Calls<Q, A, A> call;
  private final Permits permits;
  private final WorkerPool pool;
  private final Asks<Q> asks = new Asks<>();
  private final List<Step.Ask<Q, ?>> fresh = new ArrayList<>(1);
  private final Deadline deadline;
  private @Nullable Crew<Q, A> crew;

  SyncRun(
      Machine<Q, A, R> machine,
      Calls<Q, A, A> call,
      Permits permits,
      WorkerPool pool,
      Deadline deadline) {
    this.deadline = deadline;
    this.machine = machine;
    this.call = call;
    this.permits = permits;
    this.pool = pool;
  }

  R run() {
    try {
      while (true) {
        Step<Q, R> step = machine.next();
        if (step instanceof Step.Finish<Q, R> finish) {
          return finish.result();
        } else if (step instanceof Step.Fail<Q, R> fail) {
          throw Rethrow.asIs(fail.cause());
        } else if (step instanceof Step.Ask<Q, R> ask) {
          asks.note(ask);
          fresh.add(ask);
        } else {
          Outcome<A> outcome = outcome();
          asks.answered(outcome.ticket());
          outcome.reportTo(machine);
        }
      }
    } finally {
      if (crew != null) {
        crew.close();
      }
      call.ended();
    }
  }

  private Outcome<A> outcome() {
    asks.requireAny(machine);
    deadline.check();
    Outcome<A> atOnce = begin();
    if (atOnce != null) {
      return atOnce;
    }
    if (asks.isOneUnsent()) {
      if (crew != null) {
        crew.standDown();
      }
      return Outcome.of(asks.unsent().remove(), call);
    }
    return crew().next(asks.unsent());
  }

  /** Begins what was asked since, unless it is to be sent. What is done at once needs no crew. */
  private @Nullable Outcome<A> begin() {
    boolean alone = asks.isOne();
    for (Step.Ask<Q, ?> ask : fresh) {
      CompletableFuture<A> begun = Outcome.begin(call, ask, alone);
      if (begun == null) {
        asks.unsent().add(ask);
      } else if (alone && begun.isDone()) {
        fresh.clear();
        return begun
            .handle((answer, failure) -> Outcome.ended(ask.ticket(), answer, failure))
            .join();
      } else {
        crew().await(ask.ticket(), begun);
      }
    }
    fresh.clear();
    return null;
  }

  private Crew<Q, A> crew() {
    Crew<Q, A> there = crew == null ? new Crew<>(call, permits, pool, deadline) : crew;
    crew = there;
    return there;
  }
}
