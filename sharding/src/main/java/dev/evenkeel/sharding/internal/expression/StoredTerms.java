package dev.evenkeel.sharding.internal.expression;

import dev.evenkeel.core.internal.expression.InvalidExpressionException;
import dev.evenkeel.core.internal.operation.Call;

/** Sees to it that rewritten expressions fit DynamoDB's limits. */
final class StoredTerms {
  private StoredTerms() {}

  /**
   * Refuses expressions that do not.
   *
   * @param parsing parses them
   */
  static void requireRoom(Call call, String partitionKey, Runnable parsing, String remedy) {
    try {
      parsing.run();
    } catch (InvalidExpressionException e) {
      throw call.refuse(
          """
          an expression reads partition key attribute '%s', whose stored value names a shard, and \
          rewritten for the stored values it would have %s, where DynamoDB takes %s"""
              .formatted(partitionKey, e.found(), e.expected()),
          remedy);
    }
  }
}
