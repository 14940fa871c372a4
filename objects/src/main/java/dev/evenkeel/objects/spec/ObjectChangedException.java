package dev.evenkeel.objects.spec;

import org.jspecify.annotations.Nullable;

/** An object was replaced while it was read. Objects written by this library are never replaced. */
public final class ObjectChangedException extends ObjectStoreException {
  private static final long serialVersionUID = 1L;

  public ObjectChangedException(
      String bucket, @Nullable String key, String message, @Nullable Throwable cause) {
    super(bucket, key, message, cause);
  }
}
