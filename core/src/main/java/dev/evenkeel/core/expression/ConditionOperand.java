package dev.evenkeel.core.expression;

/** What a condition compares. */
public sealed interface ConditionOperand extends Operand
    permits PathOperand, ValueOperand, SizeOperand {

  @Override
  ConditionOperand rewrite(TokenRewriter rewriter);
}
