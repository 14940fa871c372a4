package dev.evenkeel.core.internal.flow;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One machine, and after it another that its result makes. */
final class Chained<Q, A, S, R> implements Machine<Q, A, R> {
  private final Machine<Q, A, S> first;
  private final Function<S, Machine<Q, A, R>> next;
  private final String mayFollow;
  private @Nullable Machine<Q, A, R> second;

  Chained(Machine<Q, A, S> first, Function<S, Machine<Q, A, R>> next, String mayFollow) {
    this.first = first;
    this.next = next;
    this.mayFollow = mayFollow;
  }

  @Override
  public Step<Q, R> next() {
    if (second != null) {
      return second.next();
    }
    Step<Q, S> step = first.next();
    if (step instanceof Step.Finish<Q, S> finish) {
      second = next.apply(finish.result());
      return second.next();
    }
    if (step instanceof Step.Ask<Q, S> ask) {
      return Step.ask(ask.ticket(), ask.request());
    }
    return step instanceof Step.Fail<Q, S> fail ? Step.fail(fail.cause()) : Step.park();
  }

  private Machine<Q, A, ?> running() {
    return second == null ? first : second;
  }

  @Override
  public void onAnswer(int ticket, A answer) {
    running().onAnswer(ticket, answer);
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    running().onFailure(ticket, cause);
  }

  @Override
  public List<String> mayFollow() {
    return second == null ? List.of(mayFollow) : second.mayFollow();
  }

  @Override
  public boolean servedAhead() {
    return running().servedAhead();
  }
}
