package dev.evenkeel.sharding.internal.expression;

import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.Condition.ConditionFunction;
import dev.evenkeel.core.internal.expression.Condition.FunctionCall;
import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.Expression;
import dev.evenkeel.core.internal.expression.Operand.PathOperand;
import java.util.List;

/** Where an expression names the partition key attribute. */
final class KeyPaths {
  private KeyPaths() {}

  /** Whether the outcome depends on the value of the attribute, not only on its existence. */
  static boolean readIn(Expression expression, String partitionKey) {
    return expression.pathUses().stream()
        .anyMatch(use -> use.usage().readsValue() && isKey(use.path(), partitionKey));
  }

  /** Whether an operand is the attribute itself. */
  static boolean isKey(Expression operand, String partitionKey) {
    return operand instanceof PathOperand path && isKey(path.path(), partitionKey);
  }

  /** A path inside the attribute, which is a scalar, is DynamoDB's to refuse. */
  private static boolean isKey(DocumentPath path, String partitionKey) {
    return path.isTopLevel() && path.attribute().equals(partitionKey);
  }

  /** The test whether an item has the attribute, which every item has. */
  static Condition exists(AttributeName partitionKey, boolean exists) {
    return new FunctionCall(
        exists ? ConditionFunction.ATTRIBUTE_EXISTS : ConditionFunction.ATTRIBUTE_NOT_EXISTS,
        List.of(new PathOperand(DocumentPath.of(partitionKey))));
  }
}
