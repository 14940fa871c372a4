package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.Expression.Kind;
import dev.evenkeel.core.internal.expression.Expression.Limits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Cuts an expression into tokens. Blanks are space, tab, line feed and carriage return; letters and
 * digits are ASCII; a word starts with a letter, a placeholder's name may start with anything a
 * word may contain.
 */
final class Lexer {
  private final Kind kind;
  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int position;

  private Lexer(Kind kind, String text) {
    this.kind = kind;
    this.text = text;
  }

  /** All tokens of the text, ended by one of kind {@link TokenKind#END}. */
  static List<Token> tokens(Kind kind, String text) {
    int excess = Limits.excess(text);
    if (excess > 0) {
      int bytesMax = Limits.EXPRESSION_SIZE_BYTES;
      throw new InvalidExpressionException(
          kind,
          Math.min(bytesMax, text.length()),
          "%d bytes".formatted(bytesMax + excess),
          "at most %d, which is %d fewer".formatted(bytesMax, excess));
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

  /** The text itself while it fits an expression, else the text without the blanks it can spare. */
  static String fit(String text) {
    if (Limits.excess(text) == 0) {
      return text;
    }
    StringBuilder compact = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) != ' ' || separatesWords(text, i)) {
        compact.append(text.charAt(i));
      }
    }
    return compact.toString();
  }

  private static boolean separatesWords(String text, int blank) {
    return blank > 0
        && blank + 1 < text.length()
        && isWordPart(text.charAt(blank - 1))
        && isWordPart(text.charAt(blank + 1));
  }

  /** A piece of an expression's text and where it stands. */
  record Token(TokenKind kind, String text, int position) {
    private static final int QUOTED_LENGTH = 60;

    /** The token as error messages quote it. */
    String quoted() {
      if (kind == TokenKind.END) {
        return kind.description();
      }
      return text.length() <= QUOTED_LENGTH
          ? "'" + text + "'"
          : "'" + text.substring(0, QUOTED_LENGTH) + "...'";
    }
  }

  /** The kind of a token. Keywords are the nine words that no expression accepts as a bare name. */
  enum TokenKind {
    NAME("a name"),
    NAME_PLACEHOLDER("a # placeholder"),
    VALUE_PLACEHOLDER("a : placeholder"),
    INDEX("a list index"),
    AND("AND"),
    OR("OR"),
    NOT("NOT"),
    BETWEEN("BETWEEN"),
    IN("IN"),
    SET("SET"),
    REMOVE("REMOVE"),
    ADD("ADD"),
    DELETE("DELETE"),
    EQ("'='"),
    NE("'<>'"),
    LT("'<'"),
    LE("'<='"),
    GT("'>'"),
    GE("'>='"),
    PLUS("'+'"),
    MINUS("'-'"),
    LEFT_PAREN("'('"),
    RIGHT_PAREN("')'"),
    LEFT_BRACKET("'['"),
    RIGHT_BRACKET("']'"),
    COMMA("','"),
    DOT("'.'"),
    END("the end of the expression");

    private static final Map<String, TokenKind> KEYWORDS = keywords();

    private final String description;

    TokenKind(String description) {
      this.description = description;
    }

    String description() {
      return description;
    }

    /** A keyword in whatever case, or a name. */
    static TokenKind ofWord(String word) {
      return KEYWORDS.getOrDefault(word.toUpperCase(Locale.ROOT), NAME);
    }

    private static Map<String, TokenKind> keywords() {
      Map<String, TokenKind> keywords = new HashMap<>();
      for (TokenKind kind : new TokenKind[] {AND, OR, NOT, BETWEEN, IN, SET, REMOVE, ADD, DELETE}) {
        keywords.put(kind.name(), kind);
      }
      return keywords;
    }
  }
}
