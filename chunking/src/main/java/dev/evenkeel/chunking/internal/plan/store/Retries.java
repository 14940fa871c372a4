package dev.evenkeel.chunking.internal.plan.store;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.flow.Done;
import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.core.flow.Pause;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Repeats what DynamoDB leaves unprocessed, with pauses that grow as long as nothing comes of it.
 */
public final class Retries {
  /** AWS, "Error retries and exponential backoff": a first pause of 50 ms, doubled each time. */
  private static final Duration FIRST = Duration.ofMillis(50);

  private static final Duration LONGEST = Duration.ofSeconds(5);

  /** With the pauses above some 20 seconds without any progress. */
  public static final int FRUITLESS_MAX = 10;

  private Retries() {}

  /**
   * The pause before a repetition: up to 50 ms, 100 ms, ... 5 s.
   *
   * @param fruitless how many repetitions brought nothing, from 0
   */
  public static Flow<Done> pause(int fruitless) {
    return Flow.ask(Pause.doubling(FIRST, fruitless, LONGEST));
  }

  /**
   * Sends, and sends what is left, until nothing is.
   *
   * @param whole what to send
   * @param send sends and ends with what is left; null if nothing is
   * @param size how much it is, to tell progress by
   * @param what named if nothing comes of it
   */
  static <T> Flow<Done> untilDone(
      T whole, Function<T, Flow<Left<T>>> send, Function<T, Integer> size, String what) {
    return repeat(whole, send, size, what, 0);
  }

  /** What a request left unprocessed; null if nothing. */
  record Left<T>(@Nullable T rest) {}

  private static <T> Flow<Done> repeat(
      T rest,
      Function<T, Flow<Left<T>>> send,
      Function<T, Integer> size,
      String what,
      int fruitless) {
    return send.apply(rest)
        .then(
            left -> {
              T next = left.rest();
              if (next == null) {
                return Flow.done();
              }
              int now = size.apply(next) < size.apply(rest) ? 0 : fruitless + 1;
              return now > FRUITLESS_MAX
                  ? Flow.failed(stuck(what))
                  : pause(now).then(done -> repeat(next, send, size, what, now));
            });
  }

  private static DecoratorException stuck(String what) {
    return new DecoratorException(
        "DynamoDB left %s unprocessed %d times in a row. The table is throttled: give it more capacity, or repeat later."
            .formatted(what, FRUITLESS_MAX + 1));
  }
}
