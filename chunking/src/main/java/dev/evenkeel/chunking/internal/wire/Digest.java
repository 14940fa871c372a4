package dev.evenkeel.chunking.internal.wire;

import dev.evenkeel.core.internal.value.Sha256;
import java.util.Arrays;
import java.util.HexFormat;

/** The SHA-256 of the bytes of a value. */
public final class Digest {
  private final byte[] bytes;

  private Digest(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The digest of these bytes. */
  public static Digest of(byte[] value) {
    return new Digest(Sha256.of(value));
  }

  /**
   * A digest that was computed before.
   *
   * @throws IllegalArgumentException unless there are {@value Sha256#BYTES} bytes
   */
  public static Digest ofDigest(byte[] digest) {
    if (digest.length != Sha256.BYTES) {
      throw new IllegalArgumentException(
          "a SHA-256 has %d bytes, not %d".formatted(Sha256.BYTES, digest.length));
    }
    return new Digest(digest.clone());
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Digest that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
