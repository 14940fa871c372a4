package dev.evenkeel.core.internal.pace;

import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** Recognizes throttles. */
public final class Throttles {
  private Throttles() {}

  /**
   * Whether the same request may succeed a little later, when less is asked of DynamoDB. The SDK
   * goes by the error code alone, which exceptions that a test made do not have.
   */
  public static boolean isThrottle(Throwable failure) {
    return failure instanceof ProvisionedThroughputExceededException
        || failure instanceof RequestLimitExceededException
        || failure instanceof ThrottlingException
        || (failure instanceof SdkServiceException service && service.isThrottlingException());
  }
}
