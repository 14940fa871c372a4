package dev.evenkeel.timeseries.internal.plan.archive.format;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** The hashes of an archive's objects: MD5 because native exports have it, and SHA-256. */
final class Hashes {
  static final int SHA256_BYTES = 32;

  private Hashes() {}

  static MessageDigest md5() {
    return named("MD5");
  }

  static MessageDigest sha256() {
    return named("SHA-256");
  }

  /** An MD5 as native manifests write it. */
  static String base64(byte[] hash) {
    return Base64.getEncoder().encodeToString(hash);
  }

  static String hex(byte[] hash) {
    return HexFormat.of().formatHex(hash);
  }

  /** Every JDK has both. */
  private static MessageDigest named(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
