package dev.evenkeel.objects.spec;

import org.jspecify.annotations.Nullable;

/** There is no such bucket. */
public final class BucketMissingException extends ObjectStoreException {
  private static final long serialVersionUID = 1L;

  public BucketMissingException(
      String bucket, @Nullable String key, String message, @Nullable Throwable cause) {
    super(bucket, key, message, cause);
  }
}
