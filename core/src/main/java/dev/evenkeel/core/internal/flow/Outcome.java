package dev.evenkeel.core.internal.flow;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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

  /** Begins what needs no sending; null if the ask has to be sent. */
  static <Q, A> @Nullable CompletableFuture<A> begin(
      Calls<Q, ?, A> calls, Step.Ask<Q, ?> ask, boolean alone) {
    try {
      return calls.unsent(ask.request(), alone);
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  /** A call that brought neither answer nor failure has failed. */
  static <A> Outcome<A> of(int ticket, @Nullable A answer, @Nullable Throwable failure) {
    return answer == null && failure == null
        ? new Outcome<>(ticket, null, new NullPointerException("the delegate answered null"))
        : new Outcome<>(ticket, answer, failure);
  }

  /** How a future ended; the failure is freed from what the future wrapped it in. */
  static <A> Outcome<A> ended(int ticket, @Nullable A answer, @Nullable Throwable failure) {
    Throwable bare = failure;
    while (bare instanceof CompletionException && bare.getCause() != null) {
      bare = bare.getCause();
    }
    return of(ticket, answer, bare);
  }

  void reportTo(Machine<?, A, ?> machine) {
    if (failure != null) {
      machine.onFailure(ticket, failure);
    } else {
      machine.onAnswer(ticket, requireNonNull(answer));
    }
  }
}
