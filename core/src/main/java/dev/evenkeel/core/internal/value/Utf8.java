package dev.evenkeel.core.internal.value;

/**
 * UTF-8 properties of a string, without encoding it: its length, and its place in the order of
 * unsigned bytes. Allocates nothing.
 *
 * <p>A surrogate without its partner has no UTF-8 form and never comes back from DynamoDB. It
 * counts one byte, as Java's encoder (and with it DynamoDB Local) replaces it by a question mark,
 * and sorts after every character of the basic plane.
 */
public final class Utf8 {
  private static final int FIRST_AFTER_SURROGATES = Character.MAX_SURROGATE + 1;

  private Utf8() {}

  /** The length of the text in UTF-8, in bytes. */
  public static int length(String text) {
    int chars = text.length();
    int bytes = chars;
    for (int i = 0; i < chars; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        continue;
      }
      if (c < 0x800) {
        bytes += 1;
      } else if (!Character.isSurrogate(c)) {
        bytes += 2;
      } else if (isPairAt(text, i)) {
        bytes += 2;
        i++;
      }
    }
    return bytes;
  }

  /** Whether every surrogate has its partner, so that the text has a UTF-8 form at all. */
  public static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!isPairAt(text, i)) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  private static boolean isPairAt(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        && i + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(i + 1));
  }

  /**
   * Compares by unsigned UTF-8 bytes, which is the order of code points. {@code String.compareTo}
   * differs: it puts the surrogates, and so every character beyond U+FFFF, before U+E000.
   */
  public static int compare(String left, String right) {
    int common = Math.min(left.length(), right.length());
    for (int i = 0; i < common; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        return Integer.compare(rank(a), rank(b));
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  /** Moves the surrogates behind the other chars and keeps the rest of the order. */
  private static int rank(char c) {
    if (c < Character.MIN_SURROGATE) {
      return c;
    }
    return c >= FIRST_AFTER_SURROGATES ? c - 0x800 : c + 0x2000;
  }
}
