package dev.evenkeel.sharding.internal.expression;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.expression.InvalidExpressionException;
import dev.evenkeel.core.internal.operation.Call;

/** The refusals of expressions that would not fit DynamoDB's limits once they are rewritten. */
final class StoredTerms {
  private StoredTerms() {}

  static RefusedOperationException noRoom(
      Call call, String partitionKey, InvalidExpressionException tooLarge, String remedy) {
    return call.refuse(
        """
        an expression reads partition key attribute '%s', whose stored value names a shard, and \
        rewritten for the stored values it would have %s, where DynamoDB takes %s"""
            .formatted(partitionKey, tooLarge.found(), tooLarge.expected()),
        remedy);
  }
}
