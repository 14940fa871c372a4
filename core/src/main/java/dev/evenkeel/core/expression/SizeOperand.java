package dev.evenkeel.core.expression;

import java.util.List;

/**
 * {@code size(argument)}: a length, a count or a number of bytes, by the argument's type.
 *
 * @param argument a path or a value; sizes do not nest
 */
public record SizeOperand(ConditionOperand argument) implements ConditionOperand {
  static final String FUNCTION = "size";

  public SizeOperand {
    if (argument instanceof SizeOperand) {
      throw new IllegalArgumentException("size() takes a path or a value, not another size()");
    }
  }

  @Override
  public String render() {
    return FUNCTION + "(" + argument.render() + ")";
  }

  @Override
  public List<ConditionOperand> parts() {
    return List.of(argument);
  }

  @Override
  public SizeOperand rewrite(TokenRewriter rewriter) {
    return new SizeOperand(argument.rewrite(rewriter));
  }
}
