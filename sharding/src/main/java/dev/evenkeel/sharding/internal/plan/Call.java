package dev.evenkeel.sharding.internal.plan;

import dev.evenkeel.core.RefusedOperationException;

/**
 * Which operation on which table is being planned: what a refusal has to name.
 *
 * @param operation the SDK's operation name
 * @param table the table as the caller named it
 */
record Call(String operation, String table) {

  RefusedOperationException refuse(String reason, String remedy) {
    return new RefusedOperationException(operation, table, reason, remedy);
  }
}
