package dev.evenkeel.core.expression;

/** The comparisons of a condition. */
public enum ComparisonOperator {
  EQ("=", TokenKind.EQ),
  NE("<>", TokenKind.NE),
  LT("<", TokenKind.LT),
  LE("<=", TokenKind.LE),
  GT(">", TokenKind.GT),
  GE(">=", TokenKind.GE);

  private final String symbol;
  private final TokenKind token;

  ComparisonOperator(String symbol, TokenKind token) {
    this.symbol = symbol;
    this.token = token;
  }

  public String symbol() {
    return symbol;
  }

  /** The comparison that says the same with its sides exchanged. */
  public ComparisonOperator reversed() {
    return switch (this) {
      case EQ, NE -> this;
      case LT -> GT;
      case LE -> GE;
      case GT -> LT;
      case GE -> LE;
    };
  }

  static boolean isComparison(TokenKind token) {
    return token.compareTo(TokenKind.EQ) >= 0 && token.compareTo(TokenKind.GE) <= 0;
  }

  static ComparisonOperator of(TokenKind token) {
    for (ComparisonOperator operator : values()) {
      if (operator.token == token) {
        return operator;
      }
    }
    throw new IllegalArgumentException(token + " is not a comparison");
  }
}
