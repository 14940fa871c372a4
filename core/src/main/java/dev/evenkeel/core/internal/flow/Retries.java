package dev.evenkeel.core.internal.flow;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * How the house sends again what passes by itself: after pauses of random length, up to 50 ms at
 * first, twice that after each repetition that brought nothing, and never more than 20 seconds,
 * which is the longest pause of the SDK's own retries.
 *
 * <p>It is for what the SDK does not repeat: what a batch left unprocessed, transactions that were
 * cancelled, and jobs that should outlast a throttle. What the SDK has repeated in vain is not
 * repeated for a caller.
 */
public final class Retries {
  private static final Duration FIRST = Duration.ofMillis(50);
  private static final Duration LONGEST = Duration.ofSeconds(20);

  /** How often for somebody who waits: for half a minute, more or less. */
  public static final int CALL_MAX = 10;

  /** How often for a job: for a minute, more or less. */
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
   * Repeats a flow as long as it fails with what passes.
   *
   * @param repeatsMax after how many the failure is given up to
   */
  public static <T> Flow<T> repeated(
      Supplier<Flow<T>> flow, Predicate<Throwable> passes, int repeatsMax) {
    return attempt(flow, passes, repeatsMax, 0);
  }

  private static <T> Flow<T> attempt(
      Supplier<Flow<T>> flow, Predicate<Throwable> passes, int repeatsMax, int repeats) {
    return Flow.defer(flow)
        .recover(
            failure ->
                passes.test(failure) && repeats < repeatsMax
                    ? Flow.ask(pause(repeats))
                        .then(done -> attempt(flow, passes, repeatsMax, repeats + 1))
                    : Flow.failed(failure));
  }

  /**
   * Sends, and sends what is left, until nothing is.
   *
   * @param send ends with what is left
   * @param fruitlessMax how many repetitions in a row may bring nothing
   * @param stuck the failure if more do, from how often it was sent in vain
   */
  public static <T> Flow<Done> untilDone(
      List<T> whole,
      Function<List<T>, Flow<List<T>>> send,
      int fruitlessMax,
      IntFunction<Throwable> stuck) {
    return send(new Sending<>(send, fruitlessMax, stuck), whole, 0);
  }

  private record Sending<T>(
      Function<List<T>, Flow<List<T>>> send, int fruitlessMax, IntFunction<Throwable> stuck) {}

  private static <T> Flow<Done> send(Sending<T> sending, List<T> rest, int fruitless) {
    return sending
        .send()
        .apply(rest)
        .then(
            left -> {
              if (left.isEmpty()) {
                return Flow.done();
              }
              int now = left.size() < rest.size() ? 0 : fruitless + 1;
              return now > sending.fruitlessMax()
                  ? Flow.failed(sending.stuck().apply(now))
                  : Flow.ask(pause(now)).then(done -> send(sending, left, now));
            });
  }
}
