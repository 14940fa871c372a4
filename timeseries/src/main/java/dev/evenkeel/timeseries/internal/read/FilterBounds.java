package dev.evenkeel.timeseries.internal.read;

import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.Condition.ComparisonOperator;
import dev.evenkeel.core.internal.expression.Condition.ConditionFunction;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.Operand.ConditionOperand;
import dev.evenkeel.core.internal.expression.Operand.PathOperand;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.internal.page.SortKeyRange;
import dev.evenkeel.core.internal.page.SortKeyRange.Bound;
import dev.evenkeel.core.item.KeyAttribute;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The bounds that a filter sets on the time of items, where all of it must hold: periods outside
 * hold no item that passes the filter. All other conditions are left to DynamoDB.
 */
record FilterBounds(KeyAttribute time, Map<String, AttributeValue> values) {

  /** The ranges of the time attribute outside of which nothing passes. */
  List<SortKeyRange> of(@Nullable String filter, Map<String, String> names) {
    return filter == null
        ? List.of()
        : ExpressionParser.filter(filter, names).conjuncts().stream()
            .map(this::range)
            .filter(range -> !range.equals(SortKeyRange.ALL))
            .toList();
  }

  private SortKeyRange range(Condition condition) {
    if (condition instanceof Condition.Comparison comparison) {
      return isTime(comparison.left())
          ? compared(comparison.operator(), value(comparison.right()))
          : isTime(comparison.right())
              ? compared(mirrored(comparison.operator()), value(comparison.left()))
              : SortKeyRange.ALL;
    }
    if (condition instanceof Condition.Between between && isTime(between.operand())) {
      return new SortKeyRange(bound(value(between.lower())), bound(value(between.upper())));
    }
    if (condition instanceof Condition.FunctionCall call
        && call.function() == ConditionFunction.BEGINS_WITH
        && isTime(call.arguments().get(0))) {
      return beginning(value(call.arguments().get(1)));
    }
    return SortKeyRange.ALL;
  }

  private boolean isTime(ConditionOperand operand) {
    return operand instanceof PathOperand path
        && path.path().isTopLevel()
        && path.path().attribute().equals(time.name());
  }

  /** The value of an operand, if it is one and of the type of times. */
  private @Nullable AttributeValue value(ConditionOperand operand) {
    AttributeValue value =
        operand instanceof ValueOperand given ? values.get(given.placeholder()) : null;
    return value != null && time.accepts(value) ? value : null;
  }

  private static @Nullable Bound bound(@Nullable AttributeValue value) {
    return value == null ? null : new Bound(value, true);
  }

  private static SortKeyRange compared(
      ComparisonOperator operator, @Nullable AttributeValue value) {
    if (value == null) {
      return SortKeyRange.ALL;
    }
    return switch (operator) {
      case EQ -> new SortKeyRange(new Bound(value, true), new Bound(value, true));
      case LT -> new SortKeyRange(null, new Bound(value, false));
      case LE -> new SortKeyRange(null, new Bound(value, true));
      case GT -> new SortKeyRange(new Bound(value, false), null);
      case GE -> new SortKeyRange(new Bound(value, true), null);
      case NE -> SortKeyRange.ALL;
    };
  }

  private static ComparisonOperator mirrored(ComparisonOperator operator) {
    return switch (operator) {
      case LT -> ComparisonOperator.GT;
      case LE -> ComparisonOperator.GE;
      case GT -> ComparisonOperator.LT;
      case GE -> ComparisonOperator.LE;
      case EQ, NE -> operator;
    };
  }

  private static SortKeyRange beginning(@Nullable AttributeValue prefix) {
    if (prefix == null || prefix.s() == null) {
      return SortKeyRange.ALL;
    }
    AttributeValue end = KeyOrder.prefixEnd(prefix);
    return new SortKeyRange(new Bound(prefix, true), end == null ? null : new Bound(end, false));
  }
}
