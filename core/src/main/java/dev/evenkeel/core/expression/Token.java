package dev.evenkeel.core.expression;

/** A piece of an expression's text and where it stands. */
record Token(TokenKind kind, String text, int position) {
  private static final int QUOTED_LENGTH = 60;

  /** How an error message names this token. */
  String quoted() {
    if (kind == TokenKind.END) {
      return kind.description();
    }
    return text.length() <= QUOTED_LENGTH
        ? "'" + text + "'"
        : "'" + text.substring(0, QUOTED_LENGTH) + "...'";
  }
}
