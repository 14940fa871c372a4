package dev.evenkeel.core.internal.pace;

import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** Recognizes throttles. */
public final class Throttles {
  /** By its name, since older SDKs do not have the class. */
  private static final String THROTTLING_EXCEPTION =
      "software.amazon.awssdk.services.dynamodb.model.ThrottlingException";

  private Throttles() {}

  /** Whether a request failed for what passes: a throttle, or a transaction on the same item. */
  public static boolean passes(Throwable failure) {
    return isThrottle(failure)
        || Cancellations.pass(failure)
        || failure instanceof TransactionConflictException;
  }

  /** Whether a request was throttled, or a transaction was cancelled for that. */
  public static boolean isThrottleOfAny(Throwable failure) {
    return isThrottle(failure) || Cancellations.areThrottles(failure);
  }

  /**
   * Whether the same request may succeed a little later, when less is asked of DynamoDB. The SDK
   * goes by the error code alone, which exceptions that a test made do not have.
   */
  public static boolean isThrottle(Throwable failure) {
    return failure instanceof ProvisionedThroughputExceededException
        || failure instanceof RequestLimitExceededException
        || failure.getClass().getName().equals(THROTTLING_EXCEPTION)
        || (failure instanceof SdkServiceException service && service.isThrottlingException());
  }
}
