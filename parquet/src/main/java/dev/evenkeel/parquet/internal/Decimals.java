package dev.evenkeel.parquet.internal;

import java.math.BigInteger;
import java.util.Arrays;

/** Decimals as the bytes of fixed length that Parquet stores. */
final class Decimals {
  private Decimals() {}

  /** How many bytes the unscaled value of so many digits needs, with its sign. */
  static int length(int precision) {
    return BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() / Byte.SIZE + 1;
  }

  /** The two's complement of an unscaled value. */
  static byte[] bytes(BigInteger unscaled, int precision) {
    byte[] shortest = unscaled.toByteArray();
    byte[] bytes = new byte[length(precision)];
    if (unscaled.signum() < 0) {
      Arrays.fill(bytes, (byte) -1);
    }
    System.arraycopy(shortest, 0, bytes, bytes.length - shortest.length, shortest.length);
    return bytes;
  }
}
