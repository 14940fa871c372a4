package dev.evenkeel.core.expression;

import java.util.List;

/** The sum or the difference of two numbers; DynamoDB takes one operator in a SET action. */
public record Arithmetic(SetOperand left, Operator operator, SetOperand right) implements SetValue {

  /** The two computations a SET action knows. */
  public enum Operator {
    PLUS("+"),
    MINUS("-");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    public String symbol() {
      return symbol;
    }
  }

  @Override
  public String render() {
    return left.render() + " " + operator.symbol() + " " + right.render();
  }

  @Override
  public List<SetOperand> parts() {
    return List.of(left, right);
  }

  @Override
  public Arithmetic rewrite(TokenRewriter rewriter) {
    return new Arithmetic(left.rewrite(rewriter), operator, right.rewrite(rewriter));
  }
}
