package dev.evenkeel.core.internal.work;

import java.math.BigInteger;

/**
 * What a pass has seen and done. Tallies of parts add up to that of the whole, in any order.
 *
 * @param items that were read
 * @param bytes of these items, by DynamoDB's rules
 * @param moved how many of them were moved or written
 * @param left how many of them are still to be
 * @param unfit how many of them cannot be
 * @param digest the sum of the 128-bit hashes of the items modulo 2^128: of the same items it is
 *     the same, whatever their order. Two different tables have the same with a probability of
 *     2^-128 or so, unless somebody seeks such tables
 */
public record Tally(long items, long bytes, long moved, long left, long unfit, BigInteger digest) {
  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(128);

  /** Nothing. */
  public static final Tally NONE = new Tally(0, 0, 0, 0, 0, BigInteger.ZERO);

  /** Brings the digest into 0..2^128-1. */
  public Tally {
    digest = digest.mod(MODULUS);
  }

  /** One item. */
  public static Tally item(long bytes, BigInteger hash) {
    return new Tally(1, bytes, 0, 0, 0, hash);
  }

  /** Both together. */
  public Tally plus(Tally other) {
    return new Tally(
        items + other.items,
        bytes + other.bytes,
        moved + other.moved,
        left + other.left,
        unfit + other.unfit,
        digest.add(other.digest));
  }

  /** Whether both have seen the same items. */
  public boolean sameItems(Tally other) {
    return items == other.items && digest.equals(other.digest);
  }
}
