package dev.evenkeel.timeseries.internal.plan.archive.format;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The digest of a set of items, whatever their order: their number, and the sum of their SHA-256
 * modulo 2^256, each over the item's canonical bytes. Sets that differ in an item, an attribute or
 * a bit have different digests, but for one chance in 2^256. It detects damage, not forgery: an
 * attacker who can choose many items can make two sets of one sum.
 *
 * @param itemCount how many items
 * @param sum3 the most significant 64 bits of the sum, and so on down to {@code sum0}
 */
public record ContentDigest(long itemCount, long sum3, long sum2, long sum1, long sum0) {
  /** The digest of no items. */
  public static final ContentDigest EMPTY = new ContentDigest(0, 0, 0, 0, 0);

  private static final int VERSION = 1;
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,9}):([0-9]{1,18}):([0-9a-f]{64})");
  private static final int WORD_DIGITS = 16;
  private static final int HEX = 16;

  /**
   * @throws IllegalArgumentException if the count is negative
   */
  public ContentDigest {
    if (itemCount < 0) {
      throw new IllegalArgumentException("a count cannot be negative but is " + itemCount);
    }
  }

  /** The digest of the items of both. An item that is in both counts twice. */
  public ContentDigest plus(ContentDigest other) {
    long low = sum0 + other.sum0;
    long carry = carry(low, sum0);
    long second = sum1 + other.sum1;
    long third = sum2 + other.sum2;
    long carry1 = carry(second, sum1) + carry(second + carry, second);
    long carry2 = carry(third, sum2) + carry(third + carry1, third);
    return new ContentDigest(
        Math.addExact(itemCount, other.itemCount),
        sum3 + other.sum3 + carry2,
        third + carry1,
        second + carry,
        low);
  }

  /** The digest of the items of all. */
  public static ContentDigest sum(Stream<ContentDigest> digests) {
    return digests.reduce(EMPTY, ContentDigest::plus);
  }

  /** 1 if an unsigned addition to {@code before} has run over. */
  private static long carry(long after, long before) {
    return Long.compareUnsigned(after, before) < 0 ? 1 : 0;
  }

  /** The stored form: version, count and sum. */
  public String text() {
    return "%d:%d:%016x%016x%016x%016x".formatted(VERSION, itemCount, sum3, sum2, sum1, sum0);
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException if it is anything else; the message names the difference
   */
  public static ContentDigest parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("it is no content digest");
    }
    if (Integer.parseInt(parts.group(1)) != VERSION) {
      throw new IllegalArgumentException(
          "its version is %s, and only %d is known".formatted(parts.group(1), VERSION));
    }
    String sum = parts.group(3);
    return new ContentDigest(
        Long.parseLong(parts.group(2)), word(sum, 0), word(sum, 1), word(sum, 2), word(sum, 3));
  }

  private static long word(String sum, int number) {
    int start = number * WORD_DIGITS;
    return Long.parseUnsignedLong(sum.substring(start, start + WORD_DIGITS), HEX);
  }

  @Override
  public String toString() {
    return text();
  }
}
