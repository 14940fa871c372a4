package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.Condition.Between;
import dev.evenkeel.core.internal.expression.Condition.Comparison;
import dev.evenkeel.core.internal.expression.Condition.ComparisonOperator;
import dev.evenkeel.core.internal.expression.Condition.ConditionFunction;
import dev.evenkeel.core.internal.expression.Condition.FunctionCall;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyOperator;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyPredicate;
import dev.evenkeel.core.internal.expression.Lexer.Token;
import dev.evenkeel.core.internal.expression.Lexer.TokenKind;
import dev.evenkeel.core.internal.expression.Operand.ConditionOperand;
import dev.evenkeel.core.internal.expression.Operand.PathOperand;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Narrows a condition to a key condition while it is parsed: predicates joined by AND alone, each a
 * comparison, BETWEEN or begins_with of one top-level attribute with values, one an attribute.
 */
final class KeyPredicates implements ConditionParser.Listener {
  private static final String EXPECTED =
      "a key predicate: a top-level attribute compared (=, <, <=, >, >=, BETWEEN, begins_with)"
          + " with value placeholders";

  private final TokenCursor cursor;
  private final List<KeyPredicate> predicates = new ArrayList<>();
  private final Set<String> attributes = new HashSet<>();

  KeyPredicates(TokenCursor cursor) {
    this.cursor = cursor;
  }

  List<KeyPredicate> predicates() {
    return predicates;
  }

  @Override
  public void connective(Token operator) {
    if (operator.kind() != TokenKind.AND) {
      throw cursor.refuse(operator, operator.quoted(), "AND alone in a key condition");
    }
  }

  @Override
  public void predicate(Token start, Condition predicate) {
    KeyPredicate narrowed = narrow(predicate);
    if (narrowed == null) {
      throw cursor.refuse(start, "'" + predicate.render() + "'", EXPECTED);
    }
    if (!attributes.add(narrowed.attribute().name())) {
      String attribute = narrowed.attribute().token();
      throw cursor.refuse(
          start, "a second predicate on '" + attribute + "'", "one predicate an attribute");
    }
    predicates.add(narrowed);
  }

  private static @Nullable KeyPredicate narrow(Condition predicate) {
    if (predicate instanceof Comparison comparison) {
      return narrow(comparison);
    }
    if (predicate instanceof Between between) {
      List<ConditionOperand> bounds = List.of(between.lower(), between.upper());
      return keyPredicate(between.operand(), KeyOperator.BETWEEN, bounds);
    }
    if (predicate instanceof FunctionCall call
        && call.function() == ConditionFunction.BEGINS_WITH) {
      List<ConditionOperand> prefix = List.of(call.arguments().get(1));
      return keyPredicate(call.arguments().get(0), KeyOperator.BEGINS_WITH, prefix);
    }
    return null;
  }

  private static @Nullable KeyPredicate narrow(Comparison comparison) {
    boolean reversed = comparison.left() instanceof ValueOperand;
    ConditionOperand attribute = reversed ? comparison.right() : comparison.left();
    ConditionOperand value = reversed ? comparison.left() : comparison.right();
    ComparisonOperator operator = comparison.operator();
    KeyOperator keyOperator = KeyOperator.of(reversed ? operator.reversed() : operator);
    return keyOperator == null ? null : keyPredicate(attribute, keyOperator, List.of(value));
  }

  private static @Nullable KeyPredicate keyPredicate(
      ConditionOperand attribute, KeyOperator operator, List<ConditionOperand> values) {
    if (!(attribute instanceof PathOperand key) || !key.path().isTopLevel()) {
      return null;
    }
    List<String> placeholders = new ArrayList<>();
    for (ConditionOperand value : values) {
      if (!(value instanceof ValueOperand supplied)) {
        return null;
      }
      placeholders.add(supplied.placeholder());
    }
    return new KeyPredicate(key.path().root(), operator, placeholders);
  }
}
