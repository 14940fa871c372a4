package dev.evenkeel.core.expression;

import java.util.List;

/** The rules on the operands of a condition's functions that need no value to decide. */
final class PredicateChecks {
  private final TokenCursor cursor;

  PredicateChecks(TokenCursor cursor) {
    this.cursor = cursor;
  }

  void candidates(Token in, List<ConditionOperand> candidates) {
    if (candidates.size() > ExpressionLimits.IN_OPERANDS) {
      throw cursor.refuse(
          in, candidates.size() + " operands of IN", "at most " + ExpressionLimits.IN_OPERANDS);
    }
  }

  void arguments(Token name, ConditionFunction function, List<ConditionOperand> arguments) {
    if (arguments.size() != function.arity()) {
      throw cursor.refuse(
          name,
          arguments.size() + " arguments of " + function.text(),
          Integer.toString(function.arity()));
    }
    switch (function) {
      case ATTRIBUTE_EXISTS, ATTRIBUTE_NOT_EXISTS ->
          require(arguments.get(0) instanceof PathOperand, name, arguments.get(0), "a path");
      case ATTRIBUTE_TYPE ->
          require(arguments.get(1) instanceof ValueOperand, name, arguments.get(1), "a value");
      case BEGINS_WITH -> arguments.forEach(a -> require(isNoSize(a), name, a, "a path or value"));
      case CONTAINS -> {}
    }
  }

  private static boolean isNoSize(ConditionOperand operand) {
    return !(operand instanceof SizeOperand);
  }

  private void require(boolean holds, Token name, ConditionOperand argument, String expected) {
    if (!holds) {
      String found = "'" + argument.render() + "' as an argument of " + name.text();
      throw cursor.refuse(name, found, expected);
    }
  }
}
