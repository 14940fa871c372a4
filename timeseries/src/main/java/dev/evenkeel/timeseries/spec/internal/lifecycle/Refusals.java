package dev.evenkeel.timeseries.spec.internal.lifecycle;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.value.ErrorCode;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsUnavailableException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableNotFoundException;

/** Classifies failures of table operations: retryable, unknown operation, missing table. */
public final class Refusals {
  private static final Set<String> THROTTLES =
      Set.of(
          "ThrottlingException", "RequestLimitExceeded", "ProvisionedThroughputExceededException");
  private static final int SERVER_ERROR = 500;

  private Refusals() {}

  /** Whether a local engine does not know the operation. AWS is never taken for one. */
  public static boolean isUnsupported(Throwable failure) {
    return failure instanceof LackingEngineException;
  }

  /** Whether the operation is said to be unknown, by whomever. */
  static boolean isUnknown(Throwable failure) {
    String code = ErrorCode.of(failure);
    return code.equals("UnknownOperationException") || code.equals("UnsupportedOperationException");
  }

  /** Whether the table does not exist, or is not visible yet. */
  public static boolean isNotFound(Throwable failure) {
    return failure instanceof ResourceNotFoundException
        || failure instanceof TableNotFoundException;
  }

  /** Whether the request has to wait for another operation. */
  public static boolean isBusy(Throwable failure) {
    return failure instanceof ResourceInUseException
        || failure instanceof ContinuousBackupsUnavailableException;
  }

  /**
   * Whether a quota is used up: of operations at once, which passes; of tables or units, which does
   * not; or of changes of a table in an hour, a day or a month. The error code is the same for all,
   * so what surrounds it has to tell them apart.
   */
  public static boolean isLimited(Throwable failure) {
    return failure instanceof LimitExceededException;
  }

  /** Whether a retry may succeed: a throttle, a broken connection, a server's error. */
  public static boolean isRetryable(Throwable failure) {
    if (failure instanceof AwsServiceException service) {
      return THROTTLES.contains(ErrorCode.of(failure)) || service.statusCode() >= SERVER_ERROR;
    }
    return failure instanceof SdkClientException
        && !(failure instanceof DecoratorException)
        && !(failure instanceof AbortedException);
  }

  /**
   * Whether it may be reported while others continue: neither an error that ends the process, nor
   * an interrupt, which is meant for the whole run.
   */
  public static boolean isReportable(Throwable failure) {
    return failure instanceof RuntimeException && !(failure instanceof AbortedException);
  }

  /** For people: the kind of failure and what it says; our own failures say it all themselves. */
  public static String text(Throwable failure) {
    String message = message(failure);
    if (failure instanceof DecoratorException) {
      return message;
    }
    return failure.getClass().getSimpleName() + (message.isEmpty() ? "" : ": " + message);
  }

  private static String message(Throwable failure) {
    AwsErrorDetails details =
        failure instanceof AwsServiceException service ? service.awsErrorDetails() : null;
    String message = details == null ? failure.getMessage() : details.errorMessage();
    return message == null ? "" : message;
  }

  /**
   * A local engine does not know the operation. DynamoDB at AWS knows all of them, so its clients
   * never get this failure, whatever the service answers.
   */
  public static final class LackingEngineException extends DynamoDbException {
    private static final long serialVersionUID = 1L;

    private LackingEngineException(Builder builder) {
      super(builder);
    }

    /** The same failure, if it says so; else the failure as it is. */
    public static DynamoDbException of(DynamoDbException failure) {
      if (!Refusals.isUnknown(failure)) {
        return failure;
      }
      return new LackingEngineException(
          DynamoDbException.builder()
              .awsErrorDetails(failure.awsErrorDetails())
              .statusCode(failure.statusCode())
              .requestId(failure.requestId())
              .message(failure.getMessage())
              .cause(failure));
    }
  }
}
