package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.Expression.Kind;
import dev.evenkeel.core.internal.expression.Expression.Limits;
import dev.evenkeel.core.internal.expression.Lexer.Token;
import dev.evenkeel.core.internal.expression.Lexer.TokenKind;
import java.util.List;
import java.util.Map;

/** The parser's position in its tokens, with its context in the request. */
final class TokenCursor {
  private final Kind kind;
  private final List<Token> tokens;
  private final Map<String, String> names;
  private int index;
  private int operators;

  TokenCursor(Kind kind, String text, Map<String, String> names) {
    this.kind = kind;
    this.tokens = Lexer.tokens(kind, text);
    this.names = names;
  }

  Map<String, String> names() {
    return names;
  }

  Token peek() {
    return tokens.get(index);
  }

  boolean at(TokenKind tokenKind) {
    return peek().kind() == tokenKind;
  }

  /** Whether the next two tokens are a function's name and its opening parenthesis. */
  boolean atFunction() {
    return at(TokenKind.NAME) && tokens.get(index + 1).kind() == TokenKind.LEFT_PAREN;
  }

  /** Consumes the next token, whatever it is; the end is never passed. */
  Token next() {
    Token token = peek();
    if (token.kind() != TokenKind.END) {
      index++;
    }
    return token;
  }

  boolean accept(TokenKind tokenKind) {
    boolean matches = at(tokenKind);
    if (matches) {
      next();
    }
    return matches;
  }

  Token expect(TokenKind tokenKind) {
    if (!at(tokenKind)) {
      throw unexpected(tokenKind.description());
    }
    return next();
  }

  /** Counts an operator or function against the limit of one expression. */
  void countOperator(Token operator) {
    operators++;
    if (operators > Limits.OPERATORS) {
      throw refuse(
          operator,
          "operator number " + operators + ", " + operator.quoted(),
          "at most " + Limits.OPERATORS + " operators and functions");
    }
  }

  /** The refusal of the next token. */
  InvalidExpressionException unexpected(String expected) {
    return refuse(peek(), peek().quoted(), expected);
  }

  InvalidExpressionException refuse(Token at, String found, String expected) {
    return new InvalidExpressionException(kind, at.position(), found, expected);
  }

  InvalidExpressionException redundantParentheses(Token at) {
    return refuse(
        at, "a second pair of parentheses around the same part", "one pair around it at most");
  }
}
