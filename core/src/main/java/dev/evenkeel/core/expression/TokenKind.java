package dev.evenkeel.core.expression;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What a token is. Keywords are the nine words that no expression accepts as a bare name. */
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
