package dev.evenkeel.sharding;

import dev.evenkeel.core.DecoratorException;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** Calls as callers make them that repeat what failed through no fault of theirs. */
final class Settled {
  private static final int ATTEMPTS_MAX = 200;

  private Settled() {}

  /** Repeats a call until it meets no fault. Only for calls that may be repeated. */
  static <R> R call(Supplier<R> call) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      try {
        return call.get();
      } catch (SdkException e) {
        if (!isFault(e)) {
          throw e;
        }
      }
    }
    throw new AssertionError("still failing after " + ATTEMPTS_MAX + " attempts");
  }

  /** Whether a failure is of the kind that a caller cannot have caused. */
  static boolean isFault(SdkException e) {
    if (e instanceof TransactionCanceledException cancelled) {
      return cancelled.cancellationReasons().stream()
          .anyMatch(reason -> "TransactionConflict".equals(reason.code()));
    }
    if (e instanceof DynamoDbException failed) {
      return failed.isThrottlingException()
          || failed.statusCode() >= 500
          || e instanceof TransactionConflictException;
    }
    return !(e instanceof DecoratorException);
  }
}
