package dev.evenkeel.core.expression;

import java.util.List;
import java.util.stream.Collectors;

/** How an expression made of parts is written. */
final class Rendering {
  private Rendering() {}

  static String join(List<? extends Expression> parts, String separator) {
    return parts.stream().map(Expression::render).collect(Collectors.joining(separator));
  }

  /** The text itself while it fits an expression, else the text without the blanks it can spare. */
  static String fit(String text) {
    if (text.length() <= ExpressionLimits.EXPRESSION_SIZE_BYTES) {
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
        && Lexer.isWordPart(text.charAt(blank - 1))
        && Lexer.isWordPart(text.charAt(blank + 1));
  }
}
