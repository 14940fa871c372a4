package dev.evenkeel.chunking;

/** Answers of which much is the same. */
final class Shown {
  private static final int REQUEST_CHARS = 1500;
  private static final int AROUND = 200;

  private Shown() {}

  static String difference(Object request, Object actual, Object expected) {
    String was = actual.toString();
    String should = expected.toString();
    int at = 0;
    while (at < Math.min(was.length(), should.length()) && was.charAt(at) == should.charAt(at)) {
      at++;
    }
    String asked = request.toString();
    return "%s%nwas answered %s%nbut of a plain table %s"
        .formatted(
            asked.substring(0, Math.min(asked.length(), REQUEST_CHARS)),
            around(was, at),
            around(should, at));
  }

  private static String around(String text, int at) {
    return "..."
        + text.substring(
            Math.max(0, Math.min(at, text.length()) - AROUND), Math.min(text.length(), at + AROUND))
        + "...";
  }
}
