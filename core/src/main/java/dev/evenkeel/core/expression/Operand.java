package dev.evenkeel.core.expression;

/** Something that has a value when DynamoDB evaluates the expression. */
public sealed interface Operand extends Expression permits ConditionOperand, SetValue {

  @Override
  Operand rewrite(TokenRewriter rewriter);
}
