package dev.evenkeel.core.expression;

import java.util.List;

/** {@code list_append(first, second)}: one list and then the other. */
public record ListAppend(SetOperand first, SetOperand second) implements SetValue {
  static final String FUNCTION = "list_append";

  @Override
  public String render() {
    return FUNCTION + "(" + first.render() + ", " + second.render() + ")";
  }

  @Override
  public List<SetOperand> parts() {
    return List.of(first, second);
  }

  @Override
  public ListAppend rewrite(TokenRewriter rewriter) {
    return new ListAppend(first.rewrite(rewriter), second.rewrite(rewriter));
  }
}
