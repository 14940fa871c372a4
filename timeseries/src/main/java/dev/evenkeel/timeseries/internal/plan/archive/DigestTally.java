package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.work.Tally;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import java.util.Map;
import java.util.TreeMap;

/**
 * Digests of items as counts of a tally, which are added one by one: the sum in eight parts of 32
 * bits, whose carries are left to the end. Two thousand million pages fit.
 */
public final class DigestTally {
  private static final int PART_BITS = 32;
  private static final int WORDS = 4;
  private static final long PART = 0xFFFF_FFFFL;

  private DigestTally() {}

  /** The counts of a digest. */
  public static Tally of(ContentDigest digest) {
    Map<String, Long> parts = new TreeMap<>();
    long[] words = {digest.sum0(), digest.sum1(), digest.sum2(), digest.sum3()};
    for (int word = 0; word < WORDS; word++) {
      parts.put("digest" + 2 * word, words[word] & PART);
      parts.put("digest" + (2 * word + 1), words[word] >>> PART_BITS);
    }
    return Tally.of(digest.itemCount(), parts);
  }

  /** The digest that counts are of. */
  public static ContentDigest digest(Tally tally) {
    long[] words = new long[WORDS];
    long carry = 0;
    for (int part = 0; part < 2 * WORDS; part++) {
      long sum = tally.other("digest" + part) + carry;
      carry = sum >>> PART_BITS;
      words[part / 2] |= (sum & PART) << (part % 2 * PART_BITS);
    }
    return new ContentDigest(tally.items(), words[3], words[2], words[1], words[0]);
  }
}
