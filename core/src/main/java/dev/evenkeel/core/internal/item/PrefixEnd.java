package dev.evenkeel.core.internal.item;

import dev.evenkeel.core.internal.value.Utf8;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The smallest string or binary after all that begin with a prefix: the last element that can grow
 * is raised by one, and what follows it is dropped.
 */
public final class PrefixEnd {
  private PrefixEnd() {}

  public static @Nullable String of(String prefix) {
    requireWellFormed(prefix);
    int end = prefix.length();
    while (end > 0) {
      int last = prefix.codePointBefore(end);
      end -= Character.charCount(last);
      if (last < Character.MAX_CODE_POINT) {
        return new StringBuilder(end + 2)
            .append(prefix, 0, end)
            .appendCodePoint(after(last))
            .toString();
      }
    }
    return null;
  }

  /** Code points from U+D800 to U+DFFF are no characters: U+E000 follows U+D7FF. */
  private static int after(int codePoint) {
    int next = codePoint + 1;
    return next == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : next;
  }

  private static void requireWellFormed(String prefix) {
    if (!Utf8.isWellFormed(prefix)) {
      throw new IllegalArgumentException(
          "a prefix with an unpaired surrogate has no UTF-8 form and so no place in the key order");
    }
  }

  public static byte @Nullable [] of(byte[] prefix) {
    int last = prefix.length - 1;
    while (last >= 0 && prefix[last] == (byte) 0xFF) {
      last--;
    }
    if (last < 0) {
      return null;
    }
    byte[] end = Arrays.copyOf(prefix, last + 1);
    end[last]++;
    return end;
  }
}
