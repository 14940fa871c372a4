package dev.evenkeel.core.operation;

import dev.evenkeel.core.RefusedOperationException;

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

  public RefusedOperationException refuse(String reason, String remedy) {
    return new RefusedOperationException(operation, table, place + reason, remedy);
  }
}
