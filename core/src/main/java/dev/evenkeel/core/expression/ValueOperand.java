package dev.evenkeel.core.expression;

import java.util.List;
import java.util.Set;

/**
 * A value that the request supplies.
 *
 * @param placeholder as written, with its colon
 */
public record ValueOperand(String placeholder) implements ConditionOperand, SetOperand {

  public ValueOperand {
    Placeholders.requireValue(placeholder);
  }

  @Override
  public String render() {
    return placeholder;
  }

  @Override
  public List<Operand> parts() {
    return List.of();
  }

  @Override
  public Set<String> valuePlaceholders() {
    return Set.of(placeholder);
  }

  @Override
  public ValueOperand rewrite(TokenRewriter rewriter) {
    return new ValueOperand(rewriter.value(placeholder));
  }
}
