package dev.evenkeel.sharding.internal.item;

import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.Condition.ConditionFunction;
import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.InvalidExpressionException;
import dev.evenkeel.core.internal.expression.Operand.PathOperand;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator.PlaceholderUse;
import dev.evenkeel.core.internal.operation.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * A caller's condition and a guard that must hold too.
 *
 * @param expression the text to send
 * @param names the names of the request, and the one that the guard needs
 * @param use the placeholders that the text uses
 */
public record GuardedCondition(String expression, Map<String, String> names, PlaceholderUse use) {

  /**
   * Guards what the caller asks for.
   *
   * @param asked the caller's condition, or null
   * @throws dev.evenkeel.core.RefusedOperationException if it leaves no room for the guard
   */
  public static GuardedCondition of(
      Call call,
      Guard guard,
      String partitionKey,
      @Nullable String asked,
      Map<String, String> names) {
    PlaceholderAllocator fresh = PlaceholderAllocator.of(names, Map.of(), List.of());
    List<Condition> all = new ArrayList<>();
    all.add(guard.on(fresh.name(partitionKey)));
    if (asked != null) {
      all.addAll(ExpressionParser.condition(asked, names).conjuncts());
    }
    Condition condition = Condition.allOf(all);
    String expression = condition.render();
    requireRoom(call, expression, fresh.names());
    return new GuardedCondition(expression, fresh.names(), PlaceholderUse.of(condition));
  }

  private static void requireRoom(Call call, String expression, Map<String, String> names) {
    try {
      ExpressionParser.condition(expression, names);
    } catch (InvalidExpressionException e) {
      throw call.refuse(
          """
          the condition leaves no room within DynamoDB's limits for the check that the item is still \
          where it was found: with it there would be %s, where it takes %s\
          """
              .formatted(e.found(), e.expected()),
          "Shorten it, or give the attributes the shard is calculated from beside the key");
    }
  }

  /** The guard of a write: the state that the probe saw. */
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
}
