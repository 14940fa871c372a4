package dev.evenkeel.jobs.work;

import dev.evenkeel.core.internal.operation.RequestTables;
import java.util.List;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Names the missing table in a failure, as DynamoDB seldom does. */
public final class NamedTables implements ExecutionInterceptor {
  @Override
  public Throwable modifyException(
      Context.FailedExecution context, ExecutionAttributes attributes) {
    return context.exception() instanceof ResourceNotFoundException absent
            && context.request() instanceof DynamoDbRequest request
        ? named(absent, RequestTables.of(request))
        : context.exception();
  }

  private static ResourceNotFoundException named(
      ResourceNotFoundException absent, List<String> tables) {
    AwsErrorDetails details = absent.awsErrorDetails();
    String message = details == null ? absent.getMessage() : details.errorMessage();
    if (tables.isEmpty() || tables.stream().anyMatch(String.valueOf(message)::contains)) {
      return absent;
    }
    String text =
        "%s (%s %s)"
            .formatted(message, tables.size() == 1 ? "table" : "one of", String.join(", ", tables));
    ResourceNotFoundException.Builder named = absent.toBuilder().message(text);
    return (details == null
            ? named
            : named.awsErrorDetails(details.toBuilder().errorMessage(text).build()))
        .build();
  }
}
