package dev.evenkeel.core.internal.answer;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** JSON as a text to search: escapes in its strings undone, nothing else. */
final class JsonText {
  private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|(.))");

  private JsonText() {}

  static String unescaped(String json) {
    return ESCAPE.matcher(json).replaceAll(JsonText::character);
  }

  private static String character(MatchResult escape) {
    String meant =
        escape.group(1) != null
            ? String.valueOf((char) Integer.parseInt(escape.group(1), 16))
            : switch (escape.group(2)) {
              case "n" -> "\n";
              case "r" -> "\r";
              case "t" -> "\t";
              case "b" -> "\b";
              case "f" -> "\f";
              default -> escape.group(2);
            };
    return Matcher.quoteReplacement(meant);
  }
}
