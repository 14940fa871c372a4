package dev.evenkeel.testkit.equivalence;

import org.jspecify.annotations.Nullable;

/** Two answers of which much is the same. */
final class Difference {
  private static final int REQUEST_CHARS = 1500;
  private static final int AROUND = 300;

  private Difference() {}

  static String text(Object request, @Nullable Object actual, @Nullable Object expected) {
    String was = String.valueOf(actual);
    String should = String.valueOf(expected);
    int at = 0;
    while (at < Math.min(was.length(), should.length()) && was.charAt(at) == should.charAt(at)) {
      at++;
    }
    String asked = String.valueOf(request);
    return "%s%nwas answered by the decorated client %s%nand by the plain one %s"
        .formatted(
            asked.substring(0, Math.min(asked.length(), REQUEST_CHARS)),
            around(was, at),
            around(should, at));
  }

  private static String around(String text, int at) {
    int from = Math.max(0, at - AROUND);
    int to = Math.min(text.length(), at + AROUND);
    return (from > 0 ? "..." : "") + text.substring(from, to) + (to < text.length() ? "..." : "");
  }
}
