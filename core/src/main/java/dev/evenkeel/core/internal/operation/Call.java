package dev.evenkeel.core.internal.operation;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.answer.ValidationErrors;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Which operation on which table is being planned: what a refusal has to name.
 *
 * @param operation the SDK's operation name
 * @param table the table as the caller named it
 * @param place where in the request: empty, or text that stands before each reason
 */
public record Call(String operation, String table, String place) {

  public Call(String operation, String table) {
    this(operation, table, "");
  }

  /** A request that plain DynamoDB would refuse, too: what the SDK would throw. */
  public DynamoDbException invalid(String reason, String remedy) {
    return ValidationErrors.of(
        "%s on '%s' refused: %s%s. %s.".formatted(operation, table, place, reason, remedy));
  }

  /** A request that only a decorator refuses. */
  public RefusedOperationException refuse(String reason, String remedy) {
    return new RefusedOperationException(operation, table, place + reason, remedy);
  }
}
