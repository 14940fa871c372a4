package dev.evenkeel.core.internal.value;

import java.util.Locale;

/** Text without control characters, on one line, for any name of keys and files. */
public final class Printable {
  private Printable() {}

  /** Its beginning, if it is longer than so many characters. */
  public static String of(String text, int lengthMax) {
    return text.codePointCount(0, text.length()) <= lengthMax
        ? of(text)
        : of(text.substring(0, text.offsetByCodePoints(0, lengthMax))) + "...";
  }

  /** All of it. */
  public static String of(String text) {
    StringBuilder printable = new StringBuilder();
    text.codePoints()
        .forEach(
            c ->
                printable.append(
                    isSeen(c) ? Character.toString(c) : String.format(Locale.ROOT, "\\u%04x", c)));
    return printable.toString();
  }

  private static boolean isSeen(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
