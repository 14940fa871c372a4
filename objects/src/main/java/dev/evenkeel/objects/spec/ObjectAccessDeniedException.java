package dev.evenkeel.objects.spec;

import org.jspecify.annotations.Nullable;

/**
 * S3 answered 403. It does not tell whether a right is missing, or the bucket is not the expected
 * account's.
 */
public final class ObjectAccessDeniedException extends ObjectStoreException {
  private static final long serialVersionUID = 1L;

  public ObjectAccessDeniedException(
      String bucket, @Nullable String key, String message, @Nullable Throwable cause) {
    super(bucket, key, message, cause);
  }
}
