package dev.evenkeel.chunking.internal.value;

import dev.evenkeel.core.item.WriteCapacity;

/** How small the compressed form of a value must be to be kept. */
@FunctionalInterface
public interface PackingRule {

  /** The largest compressed form that is kept; negative if none is. */
  long packedBytesMax(long originalBytes);

  /**
   * At least 10 % smaller: less is not worth the work of reading it.
   *
   * @param addedBytes what an item has in addition that holds the compressed form
   */
  static PackingRule tenPercent(long addedBytes) {
    return original -> original - ceilDiv(original, 10) - addedBytes;
  }

  /**
   * Small enough for the item to be written for fewer units.
   *
   * @param otherBytes the size of the item without the value
   * @param addedBytes what it has in addition if it holds the compressed form
   */
  static PackingRule unitSaved(long otherBytes, long addedBytes) {
    return original -> {
      long blocks = ceilDiv(otherBytes + original, WriteCapacity.BLOCK_BYTES);
      return (blocks - 1) * WriteCapacity.BLOCK_BYTES - otherBytes - addedBytes;
    };
  }

  private static long ceilDiv(long number, long divisor) {
    return -Math.floorDiv(-number, divisor);
  }
}
