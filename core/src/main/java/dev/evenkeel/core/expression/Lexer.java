package dev.evenkeel.core.expression;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts an expression into tokens. Blanks are space, tab, line feed and carriage return; letters and
 * digits are ASCII; a word starts with a letter, a placeholder's name may start with anything a
 * word may contain.
 */
final class Lexer {
  private final ExpressionKind kind;
  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int position;

  private Lexer(ExpressionKind kind, String text) {
    this.kind = kind;
    this.text = text;
  }

  /** All tokens of the text, ended by one of kind {@link TokenKind#END}. */
  static List<Token> tokens(ExpressionKind kind, String text) {
    if (text.length() > ExpressionLimits.EXPRESSION_SIZE_BYTES) {
      throw new InvalidExpressionException(
          kind,
          ExpressionLimits.EXPRESSION_SIZE_BYTES,
          text.length() + " characters",
          "at most " + ExpressionLimits.EXPRESSION_SIZE_BYTES);
    }
    return new Lexer(kind, text).run();
  }

  private List<Token> run() {
    while (position < text.length()) {
      char next = text.charAt(position);
      if (isBlank(next)) {
        position++;
      } else {
        scan(next);
      }
    }
    tokens.add(new Token(TokenKind.END, "", text.length()));
    return tokens;
  }

  private void scan(char first) {
    if (isLetter(first)) {
      int end = endOfWord(position);
      emit(TokenKind.ofWord(text.substring(position, end)), end);
    } else if (first == '#') {
      placeholder(TokenKind.NAME_PLACEHOLDER);
    } else if (first == ':') {
      placeholder(TokenKind.VALUE_PLACEHOLDER);
    } else if (isDigit(first)) {
      emit(TokenKind.INDEX, endOfNumber());
    } else {
      symbol(first);
    }
  }

  private void placeholder(TokenKind tokenKind) {
    int end = endOfWord(position + 1);
    if (end == position + 1) {
      throw unexpected("letters, digits or '_' after it");
    }
    emit(tokenKind, end);
  }

  private void symbol(char first) {
    switch (first) {
      case '=' -> emit(TokenKind.EQ, position + 1);
      case '<' -> lessThan();
      case '>' -> orEqual(TokenKind.GT, TokenKind.GE);
      case '+' -> emit(TokenKind.PLUS, position + 1);
      case '-' -> emit(TokenKind.MINUS, position + 1);
      case '(' -> emit(TokenKind.LEFT_PAREN, position + 1);
      case ')' -> emit(TokenKind.RIGHT_PAREN, position + 1);
      case '[' -> emit(TokenKind.LEFT_BRACKET, position + 1);
      case ']' -> emit(TokenKind.RIGHT_BRACKET, position + 1);
      case ',' -> emit(TokenKind.COMMA, position + 1);
      case '.' -> emit(TokenKind.DOT, position + 1);
      default -> throw unexpected("a character of the expression language");
    }
  }

  private void lessThan() {
    if (text.startsWith("<>", position)) {
      emit(TokenKind.NE, position + 2);
    } else {
      orEqual(TokenKind.LT, TokenKind.LE);
    }
  }

  private void orEqual(TokenKind plain, TokenKind orEqual) {
    boolean equal = position + 1 < text.length() && text.charAt(position + 1) == '=';
    emit(equal ? orEqual : plain, position + (equal ? 2 : 1));
  }

  private void emit(TokenKind tokenKind, int end) {
    tokens.add(new Token(tokenKind, text.substring(position, end), position));
    position = end;
  }

  private int endOfWord(int from) {
    int end = from;
    while (end < text.length() && isWordPart(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** A number has no leading zero: {@code 01} is two tokens. */
  private int endOfNumber() {
    int end = position + 1;
    if (text.charAt(position) != '0') {
      while (end < text.length() && isDigit(text.charAt(end))) {
        end++;
      }
    }
    return end;
  }

  private InvalidExpressionException unexpected(String expected) {
    String found = "'" + Character.toString(text.codePointAt(position)) + "'";
    return new InvalidExpressionException(kind, position, found, expected);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isWordPart(char c) {
    return isLetter(c) || isDigit(c) || c == '_';
  }
}
