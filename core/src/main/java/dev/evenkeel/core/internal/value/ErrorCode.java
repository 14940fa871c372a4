package dev.evenkeel.core.internal.value;

import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** The code by which AWS says why it refuses a request. */
public final class ErrorCode {
  private ErrorCode() {}

  /** Empty if the failure is no answer of AWS, or has no code, as one without a body. */
  public static String of(Throwable failure) {
    AwsErrorDetails details =
        failure instanceof AwsServiceException service ? service.awsErrorDetails() : null;
    return details == null || details.errorCode() == null ? "" : details.errorCode();
  }

  /** Whether the request does not fit what it is about. */
  public static boolean isInvalid(Throwable failure) {
    return of(failure).equals("ValidationException");
  }

  /** Whether the credentials do not allow the operation. */
  public static boolean isDenied(Throwable failure) {
    return of(failure).equals("AccessDeniedException");
  }
}
