package dev.evenkeel.chunking.internal.wire;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** The SHA-256 of the bytes of a value. */
public final class Digest {
  public static final int BYTES = 32;

  private final byte[] bytes;

  private Digest(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The digest of these bytes. */
  public static Digest of(byte[] value) {
    return new Digest(sha256().digest(value));
  }

  /**
   * A digest that was computed before.
   *
   * @throws IllegalArgumentException unless there are {@value #BYTES} bytes
   */
  public static Digest ofDigest(byte[] digest) {
    if (digest.length != BYTES) {
      throw new IllegalArgumentException(
          "a SHA-256 has %d bytes, not %d".formatted(BYTES, digest.length));
    }
    return new Digest(digest.clone());
  }

  /** A fresh computation of a SHA-256, which every Java has. */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256, which every Java must have", e);
    }
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
