package dev.evenkeel.jobs.work;

import dev.evenkeel.core.internal.operation.RequestTables;
import dev.evenkeel.core.internal.value.ErrorCode;
import java.util.List;
import java.util.regex.Pattern;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Names the table in a failure where it is missing or has another key, as DynamoDB seldom does. */
public final class NamedTables implements ExecutionInterceptor {
  private static final Pattern OF_KEY = Pattern.compile("(?i)\\bkeys?\\b|schema");

  @Override
  public Throwable modifyException(
      Context.FailedExecution context, ExecutionAttributes attributes) {
    return context.exception() instanceof DynamoDbException failure
            && context.request() instanceof DynamoDbRequest request
            && (failure instanceof ResourceNotFoundException || isOfKey(failure))
        ? named(failure, RequestTables.of(request))
        : context.exception();
  }

  /** Whether a request does not fit the key of its table. */
  public static boolean isOfKey(AwsServiceException failure) {
    return ErrorCode.isInvalid(failure)
        && OF_KEY.matcher(String.valueOf(failure.awsErrorDetails().errorMessage())).find();
  }

  private static AwsServiceException named(DynamoDbException failure, List<String> tables) {
    AwsErrorDetails details = failure.awsErrorDetails();
    String message = details == null ? failure.getMessage() : details.errorMessage();
    if (tables.isEmpty() || tables.stream().anyMatch(String.valueOf(message)::contains)) {
      return failure;
    }
    String text =
        "%s (%s %s)"
            .formatted(message, tables.size() == 1 ? "table" : "one of", String.join(", ", tables));
    AwsServiceException.Builder named = failure.toBuilder().message(text);
    return (details == null
            ? named
            : named.awsErrorDetails(details.toBuilder().errorMessage(text).build()))
        .build();
  }
}
