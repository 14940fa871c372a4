package dev.evenkeel.objects.spec;

import org.jspecify.annotations.Nullable;

/**
 * Other writes to the same key were under way at each attempt. Nothing was written; write again.
 */
public final class ObjectConflictException extends ObjectStoreException {
  private static final long serialVersionUID = 1L;

  public ObjectConflictException(
      String bucket, @Nullable String key, String message, @Nullable Throwable cause) {
    super(bucket, key, message, cause);
  }
}
