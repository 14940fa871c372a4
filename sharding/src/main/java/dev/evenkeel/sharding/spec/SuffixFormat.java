package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.internal.value.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * The format of a physical key: logical key, separator, suffix number (or the other way round). It
 * is part of the table's on-disk format, and wide enough to adopt tables that were sharded by hand,
 * such as {@code 2014-07-09.17}, {@code INV#121212#4} or {@code events_3}.
 *
 * <p>Reading takes the last separator and digits (with {@link Placement#PREFIX} the first), so a
 * logical key may contain the separator.
 *
 * @param separator stands between key and number; not empty, at most 16 characters, no digits
 * @param placement whether the number follows the key or leads it
 * @param first the number of the first shard, 0 or 1 in every known layout
 * @param digits numbers are padded with zeros to this many digits; 0 for none
 */
public record SuffixFormat(String separator, Placement placement, int first, int digits) {

  /** Where the number stands. */
  public enum Placement {
    /** {@code 2014-07-09.17}. */
    SUFFIX,
    /** {@code 17.2014-07-09}. */
    PREFIX
  }

  /** {@code key.0}, {@code key.1}, and so on. */
  public static final SuffixFormat DEFAULT = new SuffixFormat(".", Placement.SUFFIX, 0, 0);

  public SuffixFormat {
    if (separator.isEmpty() || separator.length() > 16) {
      throw new IllegalArgumentException(
          "separator must be 1 to 16 characters but has " + separator.length());
    }
    if (separator.chars().anyMatch(Character::isDigit)) {
      throw new IllegalArgumentException(
          "separator '"
              + separator
              + "' contains a digit, so numbers could not be separated from it");
    }
    if (!Utf8.isWellFormed(separator)) {
      throw new IllegalArgumentException("separator holds half a surrogate pair");
    }
    if (first < 0 || first > 1_000_000) {
      throw new IllegalArgumentException("first must be 0..1000000 but was " + first);
    }
    if (digits < 0 || digits > 9) {
      throw new IllegalArgumentException("digits must be 0..9 but was " + digits);
    }
  }

  public SuffixFormat withSeparator(String newSeparator) {
    return new SuffixFormat(newSeparator, placement, first, digits);
  }

  public SuffixFormat withPlacement(Placement newPlacement) {
    return new SuffixFormat(separator, newPlacement, first, digits);
  }

  /** Numbers from {@code newFirst} on. */
  public SuffixFormat startingAt(int newFirst) {
    return new SuffixFormat(separator, placement, newFirst, digits);
  }

  public SuffixFormat paddedTo(int newDigits) {
    return new SuffixFormat(separator, placement, first, newDigits);
  }

  /** An identifier: equal formats have equal ids. */
  String id() {
    return String.join("|", separator, placement.name(), first + "/" + digits);
  }

  /** The text of the number of a shard, without separator. */
  public String number(int shard) {
    String number = Integer.toString(first + shard);
    return number.length() >= digits ? number : "0".repeat(digits - number.length()) + number;
  }

  /**
   * The text of a stored key, taken apart.
   *
   * @param key the logical key
   * @param number of a shard, in digits; maybe none
   */
  public record Parts(String key, String number) {}

  /**
   * Takes the text of a stored key apart; null if nothing stands before (or behind) a separator.
   *
   * @param separatorText the separator as it is in that text: of a key of bytes, its bytes
   */
  public @Nullable Parts parts(String text, String separatorText) {
    return placement == Placement.SUFFIX
        ? behind(text, separatorText)
        : before(text, separatorText);
  }

  private static @Nullable Parts behind(String text, String separatorText) {
    int digits = text.length();
    while (digits > 0 && isDigit(text.charAt(digits - 1))) {
      digits--;
    }
    int end = digits - separatorText.length();
    return end > 0 && text.startsWith(separatorText, end)
        ? new Parts(text.substring(0, end), text.substring(digits))
        : null;
  }

  private static @Nullable Parts before(String text, String separatorText) {
    int digits = 0;
    while (digits < text.length() && isDigit(text.charAt(digits))) {
      digits++;
    }
    int start = digits + separatorText.length();
    return start < text.length() && text.startsWith(separatorText, digits)
        ? new Parts(text.substring(start), text.substring(0, digits))
        : null;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** The shard, of so many, that has this number; -1 if none is written so. */
  public int shard(String number, int shards) {
    if (number.isEmpty() || number.length() > 9) {
      return -1;
    }
    int shard = Integer.parseInt(number) - first;
    boolean isOurs = shard >= 0 && shard < shards && number(shard).equals(number);
    return isOurs ? shard : -1;
  }
}
