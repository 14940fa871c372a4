package dev.evenkeel.core.internal.flow;

/**
 * What a {@link Machine} wants next.
 *
 * @param <Q> the sub-requests the machine asks
 * @param <R> the result the machine finishes with
 */
public sealed interface Step<Q, R> {

  /**
   * Send {@code request}; report its outcome under {@code ticket}.
   *
   * @param ticket chosen by the machine, unique among its unanswered asks
   */
  record Ask<Q, R>(int ticket, Q request) implements Step<Q, R> {}

  /** Nothing to send until an unanswered ask is reported. */
  record Park<Q, R>() implements Step<Q, R> {
    private static final Park<?, ?> ONE = new Park<>();
  }

  /** Done. Unanswered asks are losers: the driver cancels them and reports them to no one. */
  record Finish<Q, R>(R result) implements Step<Q, R> {}

  /** Failed. The cause reaches the caller as it is; unanswered asks are cancelled. */
  record Fail<Q, R>(Throwable cause) implements Step<Q, R> {}

  static <Q, R> Step<Q, R> ask(int ticket, Q request) {
    return new Ask<>(ticket, request);
  }

  @SuppressWarnings("unchecked") // it holds neither request nor result
  static <Q, R> Step<Q, R> park() {
    return (Step<Q, R>) Park.ONE;
  }

  static <Q, R> Step<Q, R> finish(R result) {
    return new Finish<>(result);
  }

  static <Q, R> Step<Q, R> fail(Throwable cause) {
    return new Fail<>(cause);
  }
}
