package dev.evenkeel.core.expression;

/** Why a name before a parenthesis is not a function that may be called there. */
final class FunctionNames {
  private FunctionNames() {}

  static InvalidExpressionException refuse(TokenCursor cursor, Token name, String expected) {
    String found = exists(name.text()) ? "the function " : "the unknown function ";
    return cursor.refuse(name, found + name.quoted(), expected);
  }

  private static boolean exists(String name) {
    return ConditionFunction.named(name) != null
        || name.equals(SizeOperand.FUNCTION)
        || name.equals(IfNotExists.FUNCTION)
        || name.equals(ListAppend.FUNCTION);
  }
}
