package dev.evenkeel.timeseries.internal.plan.archive.format;

import java.util.HexFormat;
import software.amazon.awssdk.core.SdkBytes;

/**
 * A finished data file.
 *
 * @param bytes gzip of lines of DynamoDB JSON
 * @param itemCount how many lines
 * @param content the digest of its items
 * @param md5 of {@code bytes}, in Base64
 * @param sha256 32 bytes, of {@code bytes}
 */
public record DataFile(
    SdkBytes bytes, long itemCount, ContentDigest content, String md5, SdkBytes sha256) {

  /** The number of bytes to store. */
  public long length() {
    return bytes.asByteArrayUnsafe().length;
  }

  /** The SHA-256 in hexadecimal, as manifests list it. */
  public String sha256Hex() {
    return HexFormat.of().formatHex(sha256.asByteArrayUnsafe());
  }
}
