package dev.evenkeel.core.expression;

import java.util.List;

/** The value that an item holds at a path. */
public record PathOperand(DocumentPath path) implements ConditionOperand, SetOperand {

  @Override
  public String render() {
    return path.render();
  }

  @Override
  public List<PathUse> pathUses() {
    return List.of(new PathUse(path, PathUse.Usage.VALUE));
  }

  @Override
  public List<Operand> parts() {
    return List.of();
  }

  @Override
  public PathOperand rewrite(TokenRewriter rewriter) {
    return new PathOperand(path.rewrite(rewriter));
  }
}
