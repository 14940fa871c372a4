package dev.evenkeel.core.expression;

/** What a SET action assigns. */
public sealed interface SetValue extends Operand permits SetOperand, ListAppend, Arithmetic {

  @Override
  SetValue rewrite(TokenRewriter rewriter);
}
