package dev.evenkeel.timeseries.internal.plan.archive.format;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * A finished data file.
 *
 * @param bytes gzip of lines of DynamoDB JSON
 * @param itemCount how many lines
 * @param content the digest of its items
 * @param md5 16 bytes, of {@code bytes}
 * @param sha256 32 bytes, of {@code bytes}
 * @param uncompressedBytes how many bytes the lines have
 */
public record DataFile(
    SdkBytes bytes,
    long itemCount,
    ContentDigest content,
    SdkBytes md5,
    SdkBytes sha256,
    long uncompressedBytes) {

  /** The number of bytes to store. */
  public long length() {
    return bytes.asByteArrayUnsafe().length;
  }

  /** The entry of a stored file in the manifest. */
  public ManifestFile listed(String key, @Nullable String etag) {
    return new ManifestFile(
        key,
        itemCount,
        Hashes.base64(md5.asByteArrayUnsafe()),
        etag,
        length(),
        Hashes.hex(sha256.asByteArrayUnsafe()));
  }
}
