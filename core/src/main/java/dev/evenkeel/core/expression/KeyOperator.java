package dev.evenkeel.core.expression;

import org.jspecify.annotations.Nullable;

/** How a key condition restricts an attribute. */
public enum KeyOperator {
  EQ(1),
  LT(1),
  LE(1),
  GT(1),
  GE(1),
  BETWEEN(2),
  BEGINS_WITH(1);

  private final int valueCount;

  KeyOperator(int valueCount) {
    this.valueCount = valueCount;
  }

  /** How many values it takes. */
  public int valueCount() {
    return valueCount;
  }

  /** The same comparison, or null for the one that keys do not have. */
  static @Nullable KeyOperator of(ComparisonOperator comparison) {
    return switch (comparison) {
      case EQ -> EQ;
      case NE -> null;
      case LT -> LT;
      case LE -> LE;
      case GT -> GT;
      case GE -> GE;
    };
  }

  String render(String attribute, String first, String last) {
    return switch (this) {
      case EQ -> attribute + " = " + first;
      case LT -> attribute + " < " + first;
      case LE -> attribute + " <= " + first;
      case GT -> attribute + " > " + first;
      case GE -> attribute + " >= " + first;
      case BETWEEN -> attribute + " BETWEEN " + first + " AND " + last;
      case BEGINS_WITH -> "begins_with(" + attribute + ", " + first + ")";
    };
  }
}
