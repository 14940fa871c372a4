package dev.evenkeel.objects.spec;

import org.jspecify.annotations.Nullable;

/** An object was to be written under a key that another object has. Nothing was changed. */
public final class ObjectExistsException extends ObjectStoreException {
  private static final long serialVersionUID = 1L;

  public ObjectExistsException(
      String bucket, @Nullable String key, String message, @Nullable Throwable cause) {
    super(bucket, key, message, cause);
  }
}
