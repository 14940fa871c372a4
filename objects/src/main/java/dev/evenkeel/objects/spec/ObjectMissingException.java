package dev.evenkeel.objects.spec;

import org.jspecify.annotations.Nullable;

/** There is no object with this key. */
public final class ObjectMissingException extends ObjectStoreException {
  private static final long serialVersionUID = 1L;

  public ObjectMissingException(
      String bucket, @Nullable String key, String message, @Nullable Throwable cause) {
    super(bucket, key, message, cause);
  }
}
