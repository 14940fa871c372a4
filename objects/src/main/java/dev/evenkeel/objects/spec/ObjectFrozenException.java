package dev.evenkeel.objects.spec;

import org.jspecify.annotations.Nullable;

/**
 * An object cannot be read as it is: its class is one whose objects are thawed first, and no copy
 * of it is there (any more). Ask for one with {@code thaw} and read it when {@code head} tells that
 * it is there, in minutes or hours.
 */
public final class ObjectFrozenException extends ObjectStoreException {
  private static final long serialVersionUID = 1L;

  public ObjectFrozenException(
      String bucket, @Nullable String key, String message, @Nullable Throwable cause) {
    super(bucket, key, message, cause);
  }
}
