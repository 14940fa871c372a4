package dev.evenkeel.core.expression;

/** What a SET action assigns or computes with: DynamoDB nests nothing but {@code if_not_exists}. */
public sealed interface SetOperand extends SetValue permits PathOperand, ValueOperand, IfNotExists {

  @Override
  SetOperand rewrite(TokenRewriter rewriter);
}
