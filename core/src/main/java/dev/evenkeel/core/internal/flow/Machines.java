package dev.evenkeel.core.internal.flow;

import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Machines made of other machines. */
public final class Machines {
  private Machines() {}

  /** A machine that asks what {@code machine} asks, and maps its result and its failures. */
  public static <Q, A, R, S> Machine<Q, A, S> mapped(
      Machine<Q, A, R> machine, Function<R, S> result, UnaryOperator<Throwable> failure) {
    return new Mapped<>(machine, result, failure);
  }

  /**
   * A machine that runs {@code first} and then the machine that its result makes. What {@code next}
   * throws ends the call.
   *
   * @param first leaves no ask unanswered when it finishes
   * @param mayFollow what the second will ask; see {@link Machine#mayFollow()}
   */
  public static <Q, A, S, R> Machine<Q, A, R> chained(
      Machine<Q, A, S> first, Function<S, Machine<Q, A, R>> next, String mayFollow) {
    return new Chained<>(first, next, mayFollow);
  }

  private record Mapped<Q, A, R, S>(
      Machine<Q, A, R> machine, Function<R, S> result, UnaryOperator<Throwable> failure)
      implements Machine<Q, A, S> {

    @Override
    @SuppressWarnings("unchecked") // asks and parks hold no result
    public Step<Q, S> next() {
      Step<Q, R> step = machine.next();
      if (step instanceof Step.Finish<Q, R> finish) {
        return Step.finish(result.apply(finish.result()));
      }
      return step instanceof Step.Fail<Q, R> fail
          ? Step.fail(failure.apply(fail.cause()))
          : (Step<Q, S>) step;
    }

    @Override
    public void onAnswer(int ticket, A answer) {
      machine.onAnswer(ticket, answer);
    }

    @Override
    public void onFailure(int ticket, Throwable cause) {
      machine.onFailure(ticket, cause);
    }

    @Override
    public List<String> mayFollow() {
      return machine.mayFollow();
    }

    @Override
    public boolean servedAhead() {
      return machine.servedAhead();
    }
  }
}
