package dev.evenkeel.sharding.internal.item;

import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.Condition.ConditionFunction;
import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.Operand.PathOperand;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** What a write takes for granted of the place it goes to, because a probe saw it so. */
public enum Guard {
  ITEM_EXISTS(ConditionFunction.ATTRIBUTE_EXISTS),
  NO_ITEM(ConditionFunction.ATTRIBUTE_NOT_EXISTS);

  private final ConditionFunction function;

  Guard(ConditionFunction function) {
    this.function = function;
  }

  public Condition on(AttributeName partitionKey) {
    return new Condition.FunctionCall(
        function, List.of(new PathOperand(DocumentPath.of(partitionKey))));
  }

  /**
   * Whether it was the guard that did not hold, and not (or not only) the caller's condition.
   *
   * @param failure of a request that asked for the old item
   */
  public boolean isBroken(ConditionalCheckFailedException failure) {
    return failure.hasItem() != (this == ITEM_EXISTS);
  }
}
