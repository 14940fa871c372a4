package dev.evenkeel.sharding.internal.move;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The bytes at each partition key of a table, added up in fixed memory: keys may share a sum, which
 * is too great then and never too small.
 */
public final class PlaceBytes {
  private static final int SUMS = 1 << 20;

  /** Of who does not ask: it adds nothing up. */
  static final PlaceBytes NONE = new PlaceBytes(0);

  private final long[] sums;

  /** All zero. */
  public PlaceBytes() {
    this(SUMS);
  }

  private PlaceBytes(int sums) {
    this.sums = new long[sums];
  }

  void add(AttributeValue partitionKey, long bytes) {
    if (sums.length > 0) {
      sums[Math.floorMod(partitionKey.hashCode() * 0x9E3779B9, sums.length)] += bytes;
    }
  }

  /** The most bytes that a partition key has. */
  public long most() {
    long most = 0;
    for (long sum : sums) {
      most = Math.max(most, sum);
    }
    return most;
  }
}
