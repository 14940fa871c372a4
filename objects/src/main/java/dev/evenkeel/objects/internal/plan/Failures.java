package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.value.ErrorCode;
import java.io.IOException;
import javax.xml.stream.XMLStreamException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Classifies failures of S3. */
final class Failures {
  /** The code, of status 400, with which S3 gives up waiting for the rest of a request. */
  private static final String SLOW_BODY = "RequestTimeout";

  private Failures() {}

  /** Whether the same request may well succeed in a moment. Says nothing of whether it did. */
  static boolean isTransient(Throwable failure) {
    if (failure instanceof S3Exception s3) {
      int status = s3.statusCode();
      return status >= 500
          || status == 429
          || s3.isThrottlingException()
          || ErrorCode.of(s3).equals(SLOW_BODY);
    }
    return failure instanceof SdkException sdk && isOfTheConnection(sdk);
  }

  /** An answer that cannot be parsed was cut, or is of a server in between. */
  private static boolean isOfTheConnection(SdkException failure) {
    if (isOfTheCaller(failure) || failure instanceof DecoratorException) {
      return false;
    }
    if (failure.retryable()) {
      return true;
    }
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException || cause instanceof XMLStreamException) {
        return true;
      }
    }
    return false;
  }

  /** Whether the caller's own interrupt or time limit ended the call. */
  static boolean isOfTheCaller(Throwable failure) {
    return failure instanceof AbortedException || failure instanceof ApiCallTimeoutException;
  }

  /** Whether another write to the key was under way; this request has not been carried out. */
  static boolean isConflict(Throwable failure) {
    return isStatus(failure, 409);
  }

  /** Whether a condition of the request did not hold. */
  static boolean isPreconditionFailed(Throwable failure) {
    return isStatus(failure, 412);
  }

  static boolean isMissing(Throwable failure) {
    return isStatus(failure, 404);
  }

  /** Whether a range begins behind the object's end. */
  static boolean isBehindTheEnd(Throwable failure) {
    return isStatus(failure, 416);
  }

  static boolean isUploadGone(Throwable failure) {
    return isCode(failure, "NoSuchUpload");
  }

  /**
   * Combines two failures: the second is suppressed in the first if it is one of S3 too, and comes
   * first if it is not, for then something is wrong with the program.
   */
  static Throwable both(Throwable first, Throwable second) {
    if (first == second) {
      return first;
    }
    Throwable combined = second instanceof SdkException ? first : second;
    combined.addSuppressed(combined == first ? second : first);
    return combined;
  }

  /** Whether an object is in another state than the request is for: frozen, or not at all. */
  static boolean isOtherState(Throwable failure) {
    return isCode(failure, "InvalidObjectState");
  }

  static boolean isCode(Throwable failure, String code) {
    return failure instanceof S3Exception && ErrorCode.of(failure).equals(code);
  }

  private static boolean isStatus(Throwable failure, int status) {
    return failure instanceof S3Exception s3 && s3.statusCode() == status;
  }
}
