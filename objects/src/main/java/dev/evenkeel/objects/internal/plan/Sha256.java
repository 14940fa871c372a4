package dev.evenkeel.objects.internal.plan;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import software.amazon.awssdk.core.SdkBytes;

/** SHA-256 of bytes as they come. */
final class Sha256 {
  private final MessageDigest digest;

  Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static SdkBytes of(ByteBuffer bytes) {
    Sha256 sha256 = new Sha256();
    sha256.update(bytes);
    return sha256.end();
  }

  void update(ByteBuffer bytes) {
    digest.update(bytes.duplicate());
  }

  SdkBytes end() {
    return SdkBytes.fromByteArrayUnsafe(digest.digest());
  }
}
