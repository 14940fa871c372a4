package dev.evenkeel.testkit.control;

import org.jspecify.annotations.Nullable;

/**
 * One request for a table operation.
 *
 * @param number counts the simulator's calls from 1
 * @param operation named as DynamoDB does, for example {@code CreateTable}
 * @param table the name of the table; null if it is about none or about all
 */
public record ControlCall(long number, String operation, @Nullable String table) {
  /** Whether it asks for a change. */
  public boolean isChange() {
    return ControlOperations.CHANGES.contains(operation);
  }
}
