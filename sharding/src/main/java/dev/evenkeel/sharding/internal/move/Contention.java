package dev.evenkeel.sharding.internal.move;

import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** Conflicts of writes with the transactions that move the same items. */
public final class Contention {
  private Contention() {}

  private static final String CONFLICT = "TransactionConflict";
  private static final Set<String> RETRYABLE =
      Set.of(CONFLICT, "ProvisionedThroughputExceeded", "ThrottlingError", "RequestLimitExceeded");

  /** Whether a write was refused for a transaction on its item; nothing of it has happened. */
  public static boolean isMet(Throwable failure) {
    return failure instanceof TransactionConflictException
        || isCancelledFor(failure, Set.of(CONFLICT));
  }

  /** As {@link #isMet}, or a transaction was throttled, which the SDK does not repeat. */
  static boolean isRetryable(Throwable failure) {
    return failure instanceof TransactionConflictException || isCancelledFor(failure, RETRYABLE);
  }

  /** Whether a transaction was cancelled for one of these reasons. */
  private static boolean isCancelledFor(Throwable failure, Set<String> codes) {
    return failure instanceof TransactionCanceledException cancelled
        && cancelled.cancellationReasons().stream()
            .anyMatch(reason -> codes.contains(String.valueOf(reason.code())));
  }
}
