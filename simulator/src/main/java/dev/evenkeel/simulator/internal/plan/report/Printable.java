package dev.evenkeel.simulator.internal.plan.report;

import java.util.Locale;

/** Text that can do a terminal no harm, and takes one line, whatever keys and files are called. */
final class Printable {
  private Printable() {}

  static String of(String text) {
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
