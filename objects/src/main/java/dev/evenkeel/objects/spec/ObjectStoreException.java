package dev.evenkeel.objects.spec;

import dev.evenkeel.core.DecoratorException;
import org.jspecify.annotations.Nullable;

/**
 * Something went wrong with S3. The cause is the SDK's exception, if there was one. The types below
 * this one are those that callers act on; of this very type is what is left: errors of S3 itself
 * and lost connections, after the attempts of the client and of {@link
 * BucketSpec.Builder#attemptsMax}.
 */
public class ObjectStoreException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String bucket;
  private final @Nullable String key;

  /**
   * @param key the whole key; null if no single object is concerned
   * @param message says what happened, without bucket and key, and what to do
   */
  public ObjectStoreException(
      String bucket, @Nullable String key, String message, @Nullable Throwable cause) {
    super("s3://%s/%s: %s".formatted(bucket, key == null ? "" : key, message), cause);
    this.bucket = bucket;
    this.key = key;
  }

  public String bucket() {
    return bucket;
  }

  /** The whole key, with the prefix; null if no single object is concerned. */
  public @Nullable String key() {
    return key;
  }
}
