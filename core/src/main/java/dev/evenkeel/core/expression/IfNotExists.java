package dev.evenkeel.core.expression;

import java.util.List;

/**
 * {@code if_not_exists(path, fallback)}: what the item holds at the path, or else the fallback.
 * Reads the path's value.
 */
public record IfNotExists(DocumentPath path, SetOperand fallback) implements SetOperand {
  static final String FUNCTION = "if_not_exists";

  @Override
  public String render() {
    return FUNCTION + "(" + path.render() + ", " + fallback.render() + ")";
  }

  @Override
  public List<SetOperand> parts() {
    return List.of(new PathOperand(path), fallback);
  }

  @Override
  public IfNotExists rewrite(TokenRewriter rewriter) {
    return new IfNotExists(path.rewrite(rewriter), fallback.rewrite(rewriter));
  }
}
