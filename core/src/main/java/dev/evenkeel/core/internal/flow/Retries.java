package dev.evenkeel.core.internal.flow;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The common retry policy for retryable failures: after pauses of random length, up to 50 ms at
 * first, twice that after each repetition that brought nothing, and never more than 20 seconds,
 * which is the longest pause of the SDK's own retries.
 *
 * <p>It covers what the SDK does not retry: unprocessed parts of batches, cancelled transactions,
 * and jobs that should outlast a throttle. A request that the SDK has retried in vain is not
 * retried for a caller.
 */
public final class Retries {
  private static final Duration FIRST = Duration.ofMillis(50);
  private static final Duration LONGEST = Duration.ofSeconds(20);
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** The retries of a waiting caller: for about half a minute. */
  public static final int CALL_MAX = 10;

  /** The retries of a job: for about a minute. */
  public static final int JOB_MAX = 14;

  private Retries() {}

  /**
   * The pause before a repetition.
   *
   * @param repeated how many repetitions in a row brought nothing, from 0
   */
  public static Pause pause(int repeated) {
    return Pause.doubling(FIRST, repeated, LONGEST);
  }

  /**
   * The same, which ends about a second after something says that it is to.
   *
   * @param isStopped asked once a second
   */
  public static Flow<Done> pause(int repeated, BooleanSupplier isStopped) {
    return paused(repeated, () -> Flow.of(isStopped.getAsBoolean())).map(stopped -> Done.DONE);
  }

  /**
   * The same, which ends with whether it is to stop.
   *
   * @param isOver asked once a second, and when the pause is over
   */
  public static Flow<Boolean> paused(int repeated, Supplier<Flow<Boolean>> isOver) {
    return paused(pause(repeated).longest(), isOver);
  }

  private static Flow<Boolean> paused(Duration longest, Supplier<Flow<Boolean>> isOver) {
    Duration next = longest.compareTo(LOOK) < 0 ? longest : LOOK;
    return isOver
        .get()
        .then(
            over ->
                over || longest.isZero()
                    ? Flow.of(over)
                    : Flow.ask(Pause.upTo(next)).then(done -> paused(longest.minus(next), isOver)));
  }

  /**
   * Repeats a flow for as long as it fails with a retryable failure, or until it is to stop.
   *
   * @param isStopped whether the next failure is returned, whatever it is
   */
  public static <T> Flow<T> repeated(
      Supplier<Flow<T>> flow, Predicate<Throwable> passes, BooleanSupplier isStopped) {
    return attempt(flow, passes, isStopped, 0);
  }

  private static <T> Flow<T> attempt(
      Supplier<Flow<T>> flow, Predicate<Throwable> passes, BooleanSupplier isStopped, int repeats) {
    return Flow.defer(flow)
        .recover(
            failure -> passes.test(failure) && !isStopped.getAsBoolean(),
            failure ->
                pause(repeats, isStopped)
                    .then(done -> attempt(flow, passes, isStopped, repeats + 1)));
  }

  /**
   * Repeats a flow while it fails with a retryable failure.
   *
   * @param repeatsMax the number of repetitions after which the failure is returned
   */
  public static <T> Flow<T> repeated(
      Supplier<Flow<T>> flow, Predicate<Throwable> passes, int repeatsMax) {
    return attempt(flow, passes, repeatsMax, 0);
  }

  private static <T> Flow<T> attempt(
      Supplier<Flow<T>> flow, Predicate<Throwable> passes, int repeatsMax, int repeats) {
    return Flow.defer(flow)
        .recover(
            failure -> passes.test(failure) && repeats < repeatsMax,
            failure ->
                Flow.ask(pause(repeats))
                    .then(done -> attempt(flow, passes, repeatsMax, repeats + 1)));
  }

  /**
   * Sends, and resends the rest until nothing is left, or {@value #CALL_MAX} repetitions in a row
   * brought nothing.
   *
   * @param send ends with what is left
   * @param stuck the failure then, from how often it was sent in vain
   */
  public static <T> Flow<Done> untilDone(
      List<T> whole, Function<List<T>, Flow<List<T>>> send, IntFunction<Throwable> stuck) {
    return untilDone(whole, send, stuck, 0);
  }

  private static <T> Flow<Done> untilDone(
      List<T> rest,
      Function<List<T>, Flow<List<T>>> send,
      IntFunction<Throwable> stuck,
      int fruitless) {
    return send.apply(rest)
        .then(
            left -> {
              if (left.isEmpty()) {
                return Flow.done();
              }
              int now = left.size() < rest.size() ? 0 : fruitless + 1;
              return now > CALL_MAX
                  ? Flow.failed(stuck.apply(now))
                  : Flow.ask(pause(now)).then(done -> untilDone(left, send, stuck, now));
            });
  }
}
