package dev.evenkeel.core.expression;

import org.jspecify.annotations.Nullable;

/** The functions of a condition that are true or false; {@code size} is a {@link SizeOperand}. */
public enum ConditionFunction {
  ATTRIBUTE_EXISTS("attribute_exists", 1),
  ATTRIBUTE_NOT_EXISTS("attribute_not_exists", 1),
  ATTRIBUTE_TYPE("attribute_type", 2),
  BEGINS_WITH("begins_with", 2),
  CONTAINS("contains", 2);

  private final String text;
  private final int arity;

  ConditionFunction(String text, int arity) {
    this.text = text;
    this.arity = arity;
  }

  /** The name as expressions write it; DynamoDB takes it in lower case only. */
  public String text() {
    return text;
  }

  /** How many arguments it takes. */
  public int arity() {
    return arity;
  }

  /** Whether it asks only if something is there. */
  public boolean testsExistence() {
    return arity == 1;
  }

  static @Nullable ConditionFunction named(String text) {
    for (ConditionFunction function : values()) {
      if (function.text.equals(text)) {
        return function;
      }
    }
    return null;
  }
}
