package dev.evenkeel.core.machine;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One machine on its way to a result; used by one thread, once. */
final class SyncRun<Q, A, R> {
  private final Machine<Q, A, R> machine;
  private final Function<Q, A> call;
  private final Supplier<Crew<Q, A>> crews;
  private final Asks<Q> asks = new Asks<>();
  private final Deadline deadline;
  private @Nullable Crew<Q, A> crew;

  SyncRun(
      Machine<Q, A, R> machine,
      Function<Q, A> call,
      Supplier<Crew<Q, A>> crews,
      Deadline deadline) {
    this.deadline = deadline;
    this.machine = machine;
    this.call = call;
    this.crews = crews;
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
          asks.add(ask);
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
    }
  }

  private Outcome<A> outcome() {
    asks.requireAny(machine);
    deadline.check();
    if (asks.isOneUnsent()) {
      if (crew != null) {
        crew.standDown();
      }
      return Outcome.of(asks.unsent().remove(), call);
    }
    if (crew == null) {
      crew = crews.get();
    }
    return crew.next(asks.unsent());
  }
}
