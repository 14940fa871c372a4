package dev.evenkeel.core.internal.answer;

import dev.evenkeel.core.InvalidNumberException;
import dev.evenkeel.core.internal.expression.InvalidExpressionException;
import dev.evenkeel.core.item.KeyMismatchException;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * DynamoDB's refusal of an invalid request, without sending it: the SDK's own exception with
 * DynamoDB's error code and status, and a message of ours. It has no request id, since nothing was
 * sent.
 */
public final class ValidationErrors {
  private static final String CODE = "ValidationException";
  private static final String SERVICE = "DynamoDb";
  private static final int STATUS = 400;

  private ValidationErrors() {}

  /** The exception that the SDK would throw. */
  public static DynamoDbException of(String message) {
    AwsErrorDetails details =
        AwsErrorDetails.builder()
            .errorCode(CODE)
            .errorMessage(message)
            .serviceName(SERVICE)
            .sdkHttpResponse(SdkHttpResponse.builder().statusCode(STATUS).build())
            .build();
    return (DynamoDbException)
        DynamoDbException.builder()
            .message(message)
            .awsErrorDetails(details)
            .statusCode(STATUS)
            .build();
  }

  /**
   * Maps failures to the exception of a client: an invalid expression, key or number becomes
   * DynamoDB's.
   */
  public static Throwable thrown(Throwable failure) {
    boolean refusedByDynamoDb =
        failure instanceof InvalidExpressionException
            || failure instanceof KeyMismatchException
            || failure instanceof InvalidNumberException;
    return refusedByDynamoDb ? of(String.valueOf(failure.getMessage())) : failure;
  }
}
