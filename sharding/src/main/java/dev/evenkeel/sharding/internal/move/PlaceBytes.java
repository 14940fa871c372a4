package dev.evenkeel.sharding.internal.move;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The bytes at each partition key of a table, added up in fixed memory: keys may share a sum, which
 * is too great then and never too small.
 */
public final class PlaceBytes {
  private static final int SUMS = 1 << 20;

  private final long[] sums = new long[SUMS];

  void add(AttributeValue partitionKey, long bytes) {
    sums[Math.floorMod(partitionKey.hashCode() * 0x9E3779B9, SUMS)] += bytes;
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
