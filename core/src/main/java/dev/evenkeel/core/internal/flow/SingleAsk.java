package dev.evenkeel.core.internal.flow;

import java.util.function.Function;

/**
 * The machine of one sub-request whose answer, or failure, is mapped. What a mapper throws ends the
 * call.
 */
public final class SingleAsk<Q, A, R> implements Machine<Q, A, R> {
  private final Function<A, R> onAnswer;
  private final Function<Throwable, Throwable> onFailure;
  private Step<Q, R> next;

  private SingleAsk(Q request, Function<A, R> onAnswer, Function<Throwable, Throwable> onFailure) {
    this.onAnswer = onAnswer;
    this.onFailure = onFailure;
    this.next = Step.ask(0, request);
  }

  /**
   * A machine that asks {@code request} and nothing else.
   *
   * @param onAnswer the answer to the result
   * @param onFailure the delegate's failure to the one the caller sees, which may be the same
   */
  public static <Q, A, R> SingleAsk<Q, A, R> of(
      Q request, Function<A, R> onAnswer, Function<Throwable, Throwable> onFailure) {
    return new SingleAsk<>(request, onAnswer, onFailure);
  }

  @Override
  public Step<Q, R> next() {
    Step<Q, R> step = next;
    next = Step.park();
    return step;
  }

  @Override
  public void onAnswer(int ticket, A answer) {
    next = Step.finish(onAnswer.apply(answer));
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    next = Step.fail(onFailure.apply(cause));
  }
}
