package dev.evenkeel.objects.internal.spec;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * The known facts about an object before it is read.
 *
 * @param length the exact length, or the most that is accepted
 * @param exact whether {@code length} is exact. An exact length saves the HeadObject that is sent
 *     otherwise
 * @param sha256 the SHA-256 of the content, 32 bytes; null if it is not known
 */
public record ExpectedContent(long length, boolean exact, @Nullable SdkBytes sha256) {
  private static final int SHA256_BYTES = 32;

  public ExpectedContent {
    if (length < 0) {
      throw new IllegalArgumentException("a length cannot be negative but is " + length);
    }
    if (sha256 != null && sha256.asByteArrayUnsafe().length != SHA256_BYTES) {
      throw new IllegalArgumentException(
          "a SHA-256 has 32 bytes but this has " + sha256.asByteArrayUnsafe().length);
    }
  }

  /** Any content of at most so many bytes. */
  public static ExpectedContent atMost(long bytesMax) {
    return new ExpectedContent(bytesMax, false, null);
  }

  /** Content of exactly this length. */
  public static ExpectedContent ofLength(long length) {
    return new ExpectedContent(length, true, null);
  }

  /** Content of exactly this length and hash. */
  public static ExpectedContent of(long length, SdkBytes sha256) {
    return new ExpectedContent(length, true, sha256);
  }

  /** The expectation for an object that was written here. */
  public static ExpectedContent of(WrittenObject written) {
    return of(written.length(), written.sha256());
  }
}
