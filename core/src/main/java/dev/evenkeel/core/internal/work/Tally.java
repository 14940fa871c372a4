package dev.evenkeel.core.internal.work;

import java.math.BigInteger;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The counts of a pass: what it has seen and done. Tallies of parts add up to that of the whole, in
 * any order.
 *
 * @param items that were read
 * @param bytes of these items, by DynamoDB's rules
 * @param moved how many of them were moved or written
 * @param left how many of them are still to be
 * @param unfit how many of them cannot be
 * @param digest the sum of the 128-bit hashes of the items modulo 2^128: of the same items it is
 *     the same, whatever their order. Two different tables have the same with a probability of
 *     2^-128 or so, unless somebody seeks such tables
 * @param others what else a pass counts, by name
 */
public record Tally(
    long items,
    long bytes,
    long moved,
    long left,
    long unfit,
    BigInteger digest,
    SortedMap<String, Long> others) {
  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(128);

  /** Nothing. */
  public static final Tally NONE = new Tally(0, 0, 0, 0, 0, BigInteger.ZERO);

  /** Brings the digest into 0..2^128-1. */
  public Tally {
    digest = digest.mod(MODULUS);
    others = Collections.unmodifiableSortedMap(new TreeMap<>(others));
  }

  /** Without other counts. */
  public Tally(long items, long bytes, long moved, long left, long unfit, BigInteger digest) {
    this(items, bytes, moved, left, unfit, digest, Collections.emptySortedMap());
  }

  /** So many items, and what else was counted of them. */
  public static Tally of(long items, Map<String, Long> others) {
    return new Tally(items, 0, 0, 0, 0, BigInteger.ZERO, new TreeMap<>(others));
  }

  /** Another count; 0 if there is none. */
  public long other(String name) {
    return others.getOrDefault(name, 0L);
  }

  /** One item. */
  public static Tally item(long bytes, BigInteger hash) {
    return new Tally(1, bytes, 0, 0, 0, hash);
  }

  /** Both together. */
  public Tally plus(Tally other) {
    SortedMap<String, Long> sums = new TreeMap<>(others);
    other.others.forEach((name, count) -> sums.merge(name, count, Long::sum));
    return new Tally(
        items + other.items,
        bytes + other.bytes,
        moved + other.moved,
        left + other.left,
        unfit + other.unfit,
        digest.add(other.digest),
        sums);
  }
}
