package dev.evenkeel.timeseries.internal.plan.ledger;

import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.core.flow.Pause;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * Conditional writes that meet transactions, and transactions that meet others or a throttle. Those
 * that check one header conflict with each other as if they wrote it, so files that end at the same
 * moment get in each other's way; the SDK repeats no transaction that was cancelled.
 */
public final class Conflicts {
  private static final String REFUSED = "ConditionalCheckFailed";

  /** What passes: API Reference, TransactWriteItems, cancellation reasons. */
  private static final Set<String> PASSING =
      Set.of("TransactionConflict", "ProvisionedThroughputExceeded", "ThrottlingError");

  /** Of items that were not the cause. */
  private static final Set<String> NONE = Set.of("None", "");

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** With these pauses some half a minute. */
  private static final int REPEATS_MAX = 12;

  private Conflicts() {}

  /** Writes, again as long as a transaction or a throttle is in the way. */
  public static <T> Flow<T> repeated(Supplier<Flow<T>> write) {
    return Flow.defer(() -> attempt(write, 0));
  }

  private static <T> Flow<T> attempt(Supplier<Flow<T>> write, int repeats) {
    return write
        .get()
        .recover(
            failure ->
                isPassing(failure) && repeats < REPEATS_MAX
                    ? Flow.ask(Pause.doubling(FIRST_PAUSE, repeats, LONGEST_PAUSE))
                        .then(done -> attempt(write, repeats + 1))
                    : Flow.failed(failure));
  }

  /** Whether nothing was in the way but what passes. */
  private static boolean isPassing(Throwable failure) {
    List<String> codes = codes(failure).stream().filter(code -> !NONE.contains(code)).toList();
    return failure instanceof TransactionConflictException
        || (!codes.isEmpty() && PASSING.containsAll(codes));
  }

  /**
   * Whether a condition did not hold.
   *
   * @param item of a transaction, from 0; a write alone is the first
   */
  public static boolean isRefused(Throwable failure, int item) {
    List<String> codes = codes(failure);
    return (item == 0 && failure instanceof ConditionalCheckFailedException)
        || (item < codes.size() && codes.get(item).equals(REFUSED));
  }

  private static List<String> codes(Throwable failure) {
    return failure instanceof TransactionCanceledException cancelled
        ? cancelled.cancellationReasons().stream().map(Conflicts::code).toList()
        : List.of();
  }

  private static String code(CancellationReason reason) {
    return reason.code() == null ? "" : reason.code();
  }
}
