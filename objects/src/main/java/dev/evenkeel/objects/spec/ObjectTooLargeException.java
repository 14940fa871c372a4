package dev.evenkeel.objects.spec;

import org.jspecify.annotations.Nullable;

/**
 * An object is longer than the reader accepts, or than can be written in parts of the given size.
 */
public final class ObjectTooLargeException extends ObjectStoreException {
  private static final long serialVersionUID = 1L;

  public ObjectTooLargeException(
      String bucket, @Nullable String key, String message, @Nullable Throwable cause) {
    super(bucket, key, message, cause);
  }
}
