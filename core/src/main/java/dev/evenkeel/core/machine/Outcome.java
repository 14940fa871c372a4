package dev.evenkeel.core.machine;

import static java.util.Objects.requireNonNull;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How one ask ended: with an answer or with a failure, exactly one of them. */
record Outcome<A>(int ticket, @Nullable A answer, @Nullable Throwable failure) {

  /** Calls, and catches whatever comes out. */
  static <Q, A> Outcome<A> of(Step.Ask<Q, ?> ask, Function<Q, A> call) {
    try {
      return of(ask.ticket(), call.apply(ask.request()), null);
    } catch (Throwable failure) {
      return of(ask.ticket(), null, failure);
    }
  }

  /** A call that brought neither answer nor failure has failed. */
  static <A> Outcome<A> of(int ticket, @Nullable A answer, @Nullable Throwable failure) {
    return answer == null && failure == null
        ? new Outcome<>(ticket, null, new NullPointerException("the delegate answered null"))
        : new Outcome<>(ticket, answer, failure);
  }

  void reportTo(Machine<?, A, ?> machine) {
    if (failure != null) {
      machine.onFailure(ticket, failure);
    } else {
      machine.onAnswer(ticket, requireNonNull(answer));
    }
  }
}
