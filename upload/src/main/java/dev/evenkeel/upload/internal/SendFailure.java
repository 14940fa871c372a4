package dev.evenkeel.upload.internal;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.value.ErrorCode;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionSizeLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ReplicatedWriteConflictException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** The class of a batch's failure, which decides how its items are treated. */
enum SendFailure {
  /** Retryable: the items are sent again, also those that were stored. */
  RETRYABLE,
  /** One of the items cannot be stored. Other items of the batch may have been stored. */
  INVALID_ITEM,
  /** Fatal: the upload stops. */
  FATAL;

  /** HTTP 413, of requests above 16 MB. */
  private static final int TOO_LARGE = 413;

  static SendFailure of(Throwable cause) {
    if (cause instanceof DecoratorException refused && refused.isOfItem()) {
      return INVALID_ITEM;
    }
    if (cause instanceof SdkServiceException service) {
      return ofService(service);
    }
    boolean passing =
        cause instanceof ApiCallTimeoutException
            || cause instanceof ApiCallAttemptTimeoutException
            || (cause instanceof SdkException client && isRetryable(client));
    return passing ? RETRYABLE : FATAL;
  }

  private static SendFailure ofService(SdkServiceException failure) {
    if (failure instanceof ItemCollectionSizeLimitExceededException) {
      return INVALID_ITEM; // one partition key is full: with local indexes it holds 10 GB
    }
    if (failure.isThrottlingException()
        || failure.statusCode() >= 500
        || failure instanceof TransactionConflictException
        || failure instanceof ReplicatedWriteConflictException) {
      return RETRYABLE;
    }
    boolean isTooLarge = failure.statusCode() == TOO_LARGE; // a smaller batch may be taken
    return isTooLarge || ErrorCode.isInvalid(failure) ? INVALID_ITEM : FATAL;
  }

  /** A failure of the network, which the SDK wraps; not one of credentials or configuration. */
  private static boolean isRetryable(SdkException failure) {
    if (failure instanceof DecoratorException || failure instanceof AbortedException) {
      return false;
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException || cause instanceof TimeoutException) {
        return true;
      }
    }
    return failure.retryable();
  }
}
