package dev.evenkeel.core.expression;

/**
 * What to put in the place of an expression's tokens. Either method may return its argument; the
 * shape of the expression never changes.
 */
public interface TokenRewriter {

  /** The replacement for a top-level attribute; names deeper in a path are not asked for. */
  default AttributeName attribute(AttributeName attribute) {
    return attribute;
  }

  /** The replacement for a {@code :} placeholder. */
  default String value(String placeholder) {
    return placeholder;
  }

  /** Replaces each occurrence of one value placeholder. */
  static TokenRewriter replacingValue(String placeholder, String replacement) {
    return new TokenRewriter() {
      @Override
      public String value(String other) {
        return other.equals(placeholder) ? replacement : other;
      }
    };
  }

  /** Replaces each occurrence of one top-level attribute, whether bare or behind a placeholder. */
  static TokenRewriter replacingAttribute(String name, AttributeName replacement) {
    return new TokenRewriter() {
      @Override
      public AttributeName attribute(AttributeName other) {
        return other.name().equals(name) ? replacement : other;
      }
    };
  }
}
