package dev.evenkeel.timeseries.spec.internal.lifecycle;

import dev.evenkeel.core.DecoratorException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsUnavailableException;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableNotFoundException;

/** What a failure of a table operation says: not now, not allowed, not known, not there. */
public final class Refusals {
  private static final Set<String> THROTTLES =
      Set.of(
          "ThrottlingException", "RequestLimitExceeded", "ProvisionedThroughputExceededException");
  private static final int SERVER_ERROR = 500;

  private Refusals() {}

  /** Whether the engine does not know the operation; AWS knows all of them. */
  public static boolean isUnsupported(Throwable failure) {
    String code = code(failure);
    return code.equals("UnknownOperationException")
        || code.equals("UnsupportedOperationException")
        || (code.equals("ValidationException")
            && message(failure).toLowerCase(Locale.ROOT).contains("not currently supported"));
  }

  /**
   * Whether the expiry of items may not be changed yet. AWS, UpdateTimeToLive: once an hour; more
   * is refused with "Time to live has been modified multiple times within a fixed interval".
   */
  public static boolean isChangedLately(Throwable failure) {
    return code(failure).equals("ValidationException")
        && message(failure).contains("modified multiple times");
  }

  /** Whether the credentials do not allow the operation. */
  public static boolean isDenied(Throwable failure) {
    return code(failure).equals("AccessDeniedException");
  }

  /** Whether the request does not fit what it is about. */
  public static boolean isInvalid(Throwable failure) {
    return code(failure).equals("ValidationException");
  }

  /** Whether the table is not there, or is not told of yet. */
  public static boolean isNotFound(Throwable failure) {
    return failure instanceof ResourceNotFoundException
        || failure instanceof TableNotFoundException;
  }

  /** Whether what is asked can be done when something else has ended. */
  public static boolean isBusy(Throwable failure) {
    return failure instanceof ResourceInUseException
        || failure instanceof ContinuousBackupsUnavailableException
        || (failure instanceof LimitExceededException && !isDecreaseLimit(failure));
  }

  /** Whether throughput was lowered as often as it may be for now. */
  public static boolean isDecreaseLimit(Throwable failure) {
    return failure instanceof LimitExceededException
        && message(failure).toLowerCase(Locale.ROOT).contains("decrease");
  }

  /** Whether it may go better in a moment: a throttle, a broken connection, a server's error. */
  public static boolean isPassing(Throwable failure) {
    if (failure instanceof AwsServiceException service) {
      return THROTTLES.contains(code(failure)) || service.statusCode() >= SERVER_ERROR;
    }
    return failure instanceof SdkClientException
        && !(failure instanceof DecoratorException)
        && !(failure instanceof AbortedException);
  }

  /**
   * Whether it may be reported while others go on: not what ends a process, nor an interrupt, which
   * is meant for the whole run.
   */
  public static boolean isReportable(Throwable failure) {
    return failure instanceof RuntimeException && !(failure instanceof AbortedException);
  }

  /** For people: the kind of failure and what it says. */
  public static String text(Throwable failure) {
    String message = message(failure);
    return failure.getClass().getSimpleName() + (message.isEmpty() ? "" : ": " + message);
  }

  private static String code(Throwable failure) {
    AwsErrorDetails details = details(failure);
    String code = details == null ? null : details.errorCode();
    return code == null ? "" : code;
  }

  private static String message(Throwable failure) {
    AwsErrorDetails details = details(failure);
    String message = details == null ? failure.getMessage() : details.errorMessage();
    return message == null ? "" : message;
  }

  private static @Nullable AwsErrorDetails details(Throwable failure) {
    return failure instanceof AwsServiceException service ? service.awsErrorDetails() : null;
  }
}
