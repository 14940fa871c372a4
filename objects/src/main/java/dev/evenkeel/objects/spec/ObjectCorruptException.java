package dev.evenkeel.objects.spec;

import org.jspecify.annotations.Nullable;

/** An object is not what was expected: another length, or another SHA-256. */
public final class ObjectCorruptException extends ObjectStoreException {
  private static final long serialVersionUID = 1L;

  public ObjectCorruptException(
      String bucket, @Nullable String key, String message, @Nullable Throwable cause) {
    super(bucket, key, message, cause);
  }
}
