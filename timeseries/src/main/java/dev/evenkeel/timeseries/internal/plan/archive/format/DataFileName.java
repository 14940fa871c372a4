package dev.evenkeel.timeseries.internal.plan.archive.format;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a data file that a scan made. The hash makes it another name for other bytes, so that
 * a file is never replaced by a different one. Files of native exports have names of their own.
 *
 * @param segment of the scan, from 0
 * @param number of the file in its segment, from 0
 * @param hash the first 16 hexadecimal digits of the SHA-256 of its bytes
 */
public record DataFileName(int segment, int number, String hash) {
  private static final int NUMBER_MAX = 99_999;
  private static final int HASH_DIGITS = 16;
  private static final Pattern TEXT =
      Pattern.compile("([0-9]{5})-([0-9]{5})-([0-9a-f]{16})\\.json\\.gz");

  /**
   * Checks all.
   *
   * @throws IllegalArgumentException if a number has more than five digits, or the hash not 16
   */
  public DataFileName {
    requireNumber("segment", segment);
    requireNumber("number", number);
    if (!hash.matches("[0-9a-f]{16}")) {
      throw new IllegalArgumentException("a hash has 16 hexadecimal digits");
    }
  }

  private static void requireNumber(String what, int value) {
    if (value < 0 || value > NUMBER_MAX) {
      throw new IllegalArgumentException(
          "%s must be 0..%d but was %d".formatted(what, NUMBER_MAX, value));
    }
  }

  /** The name of a file of a segment. */
  public static DataFileName of(int segment, int number, DataFile file) {
    return new DataFileName(segment, number, file.sha256Hex().substring(0, HASH_DIGITS));
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException if it is another name
   */
  public static DataFileName parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("'" + text + "' is no name of a scanned data file");
    }
    return new DataFileName(
        Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)), parts.group(3));
  }

  /** The name, as the last part of a key. */
  public String text() {
    return "%05d-%05d-%s.json.gz".formatted(segment, number, hash);
  }
}
