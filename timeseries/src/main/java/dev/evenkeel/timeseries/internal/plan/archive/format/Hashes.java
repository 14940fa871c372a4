package dev.evenkeel.timeseries.internal.plan.archive.format;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** MD5 of an archive's objects, because native exports have it. */
final class Hashes {
  private Hashes() {}

  /** A computation for bytes as they come; every JDK has it. */
  static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An MD5 as native manifests write it. */
  static String base64(byte[] hash) {
    return Base64.getEncoder().encodeToString(hash);
  }
}
