package dev.evenkeel.core.internal.value;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java platform has. */
public final class Sha256 {
  /** The length of a hash. */
  public static final int BYTES = 32;

  private Sha256() {}

  /** A computation for bytes as they come. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The hash of these bytes. */
  public static byte[] of(byte[] bytes) {
    return digest().digest(bytes);
  }

  /** The hash of the bytes that are left in a buffer, which is not changed. */
  public static byte[] of(ByteBuffer bytes) {
    MessageDigest digest = digest();
    digest.update(bytes.duplicate());
    return digest.digest();
  }

  /** The hash of these bytes in lower-case hexadecimal digits. */
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(of(bytes));
  }
}
