package dev.evenkeel.chunking.internal.wire;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Names one write of one value, and no other: payloads are stored under it, so that two writers,
 * two attempts, or an item that was deleted and made again never share one. 16 random bytes.
 */
public final class WriteId {
  public static final int BYTES = 16;

  private final byte[] bytes;

  private WriteId(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * The id of these bytes.
   *
   * @throws IllegalArgumentException unless there are {@value #BYTES} bytes
   */
  public static WriteId of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a write id has %d bytes, not %d".formatted(BYTES, bytes.length));
    }
    return new WriteId(bytes.clone());
  }

  /** The id whose {@link #hex()} this is. */
  public static WriteId ofHex(String hex) {
    return of(HexFormat.of().parseHex(hex));
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  /** 32 lower-case hexadecimal digits. */
  public String hex() {
    return HexFormat.of().formatHex(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WriteId that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return hex();
  }
}
