package dev.evenkeel.core.internal.value;

/** Numbers as the one text of their value. */
public final class NumberText {
  private NumberText() {}

  /**
   * The canonical text; most texts are canonical, which is checked without making a number of them.
   *
   * @throws dev.evenkeel.core.InvalidNumberException if DynamoDB would refuse the number
   */
  public static String canonical(String text) {
    return isPlain(text) ? text : CanonicalNumber.of(text);
  }

  /** Digits with an optional sign and point, and no zero that could be left out. */
  private static boolean isPlain(String text) {
    int length = text.length();
    int first = length > 0 && text.charAt(0) == '-' ? 1 : 0;
    if (length == first || length > CanonicalNumber.DIGITS_MAX) {
      return false;
    }
    int point = -1;
    for (int i = first; i < length; i++) {
      char c = text.charAt(i);
      if (c == '.' && point < 0) {
        point = i;
      } else if (c < '0' || c > '9') {
        return false;
      }
    }
    return hasPlainWhole(text, first, point < 0 ? length : point)
        && (point < 0 ? !text.equals("-0") : text.charAt(length - 1) > '0');
  }

  private static boolean hasPlainWhole(String text, int first, int end) {
    return end == first + 1 || (end > first && text.charAt(first) != '0');
  }
}
