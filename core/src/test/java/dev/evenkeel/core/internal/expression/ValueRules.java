package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.Condition.Between;
import dev.evenkeel.core.internal.expression.Condition.Comparison;
import dev.evenkeel.core.internal.expression.Condition.ComparisonOperator;
import dev.evenkeel.core.internal.expression.Condition.FunctionCall;
import dev.evenkeel.core.internal.expression.Operand.Arithmetic;
import dev.evenkeel.core.internal.expression.Operand.ListAppend;
import dev.evenkeel.core.internal.expression.Operand.SizeOperand;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The rules of DynamoDB on the types of supplied values, which the parser does not know because it
 * is not given the values. Kept apart so that the differential test can tell exactly which refusals
 * are about types.
 */
final class ValueRules {
  private static final Set<AttributeValue.Type> ORDERED =
      Set.of(AttributeValue.Type.S, AttributeValue.Type.N, AttributeValue.Type.B);
  private static final Set<AttributeValue.Type> SETS =
      Set.of(AttributeValue.Type.SS, AttributeValue.Type.NS, AttributeValue.Type.BS);

  private static final Set<String> TYPE_NAMES =
      Set.of("S", "SS", "N", "NS", "B", "BS", "BOOL", "NULL", "L", "M");

  private final Map<String, AttributeValue> values;

  ValueRules(Map<String, AttributeValue> values) {
    this.values = values;
  }

  boolean hold(Expression expression) {
    if (expression instanceof KeyCondition key) {
      return key.valuePlaceholders().stream().allMatch(v -> type(v) == AttributeValue.Type.S);
    }
    if (expression instanceof Update update && !actionsHold(update)) {
      return false;
    }
    return ownRuleHolds(expression) && expression.parts().stream().allMatch(this::hold);
  }

  private boolean ownRuleHolds(Expression expression) {
    if (expression instanceof Comparison comparison) {
      boolean equality =
          Set.of(ComparisonOperator.EQ, ComparisonOperator.NE).contains(comparison.operator());
      return equality || all(comparison.parts(), ORDERED);
    }
    if (expression instanceof Between between) {
      return all(between.parts(), ORDERED) && boundsAgree(between);
    }
    if (expression instanceof FunctionCall call) {
      return functionHolds(call);
    }
    if (expression instanceof SizeOperand size) {
      return !any(
          size.parts(),
          Set.of(AttributeValue.Type.N, AttributeValue.Type.BOOL, AttributeValue.Type.NUL));
    }
    if (expression instanceof Arithmetic arithmetic) {
      return all(arithmetic.parts(), Set.of(AttributeValue.Type.N));
    }
    return !(expression instanceof ListAppend append)
        || all(append.parts(), Set.of(AttributeValue.Type.L));
  }

  private boolean functionHolds(FunctionCall call) {
    return switch (call.function()) {
      case ATTRIBUTE_EXISTS, ATTRIBUTE_NOT_EXISTS, CONTAINS -> true;
      case BEGINS_WITH ->
          all(call.arguments(), Set.of(AttributeValue.Type.S, AttributeValue.Type.B));
      case ATTRIBUTE_TYPE -> namesType((ValueOperand) call.arguments().get(1));
    };
  }

  private boolean namesType(ValueOperand operand) {
    AttributeValue value = values.get(operand.placeholder());
    return value != null && value.s() != null && TYPE_NAMES.contains(value.s());
  }

  /** All values of one type are the same here, so bounds of one type are in order. */
  private boolean boundsAgree(Between between) {
    return !(between.lower() instanceof ValueOperand lower)
        || !(between.upper() instanceof ValueOperand upper)
        || type(lower.placeholder()) == type(upper.placeholder());
  }

  private boolean actionsHold(Update update) {
    return update.adds().stream()
            .map(add -> type(add.valuePlaceholder()))
            .allMatch(type -> type == AttributeValue.Type.N || SETS.contains(type))
        && update.deletes().stream()
            .allMatch(delete -> SETS.contains(type(delete.valuePlaceholder())));
  }

  private boolean all(List<? extends Expression> operands, Set<AttributeValue.Type> types) {
    return operands.stream()
        .allMatch(o -> !(o instanceof ValueOperand v) || types.contains(type(v.placeholder())));
  }

  private boolean any(List<? extends Expression> operands, Set<AttributeValue.Type> types) {
    return operands.stream()
        .anyMatch(o -> o instanceof ValueOperand v && types.contains(type(v.placeholder())));
  }

  private AttributeValue.Type type(String placeholder) {
    AttributeValue value = values.get(placeholder);
    return value == null ? AttributeValue.Type.UNKNOWN_TO_SDK_VERSION : value.type();
  }
}
