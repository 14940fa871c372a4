package dev.evenkeel.core.internal.operation;

import java.util.function.Predicate;

/**
 * Finds a table name in the text of a PartiQL statement without understanding the statement. Errs
 * on the side of finding: in any case, in literals and in comments too.
 */
final class PartiQlTableNames {
  private PartiQlTableNames() {}

  /** Whether the test holds for a name in {@code text}, which is not part of a longer name. */
  static boolean anyMatch(String text, Predicate<String> test) {
    int start = 0;
    while (start < text.length()) {
      int end = start;
      while (isNameCharacter(text, end)) {
        end++;
      }
      if (end > start && anyWithin(text, start, end, test)) {
        return true;
      }
      start = end + 1;
    }
    return false;
  }

  private static boolean anyWithin(String text, int from, int to, Predicate<String> test) {
    if (isQuote(text, from - 1) && isQuote(text, to)) {
      return test.test(text.substring(from, to));
    }
    for (int start = from; start < to; start++) {
      if (!continues(text, start - 1, -1) && anyFrom(text, start, to, test)) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyFrom(String text, int start, int to, Predicate<String> test) {
    int last = Math.min(to, start + TableName.LENGTH_MAX);
    for (int end = start + 1; end <= last; end++) {
      if (!continues(text, end, 1) && test.test(text.substring(start, end))) {
        return true;
      }
    }
    return false;
  }

  /** Whether all characters are such as names of tables have. */
  static boolean isOneName(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isNameCharacter(text, i)) {
        return false;
      }
    }
    return true;
  }

  /** Unquoted, a dot parts a table from its index, and two hyphens begin a comment. */
  private static boolean continues(String text, int index, int direction) {
    return isWordCharacter(text, index)
        || (isCharacter('-', text, index) && isWordCharacter(text, index + direction));
  }

  private static boolean isNameCharacter(String text, int index) {
    return isWordCharacter(text, index)
        || isCharacter('-', text, index)
        || isCharacter('.', text, index);
  }

  private static boolean isQuote(String text, int index) {
    return isCharacter('"', text, index);
  }

  private static boolean isWordCharacter(String text, int index) {
    if (index < 0 || index >= text.length()) {
      return false;
    }
    char c = text.charAt(index);
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  private static boolean isCharacter(char wanted, String text, int index) {
    return index >= 0 && index < text.length() && text.charAt(index) == wanted;
  }
}
