package dev.evenkeel.objects.spec;

import org.jspecify.annotations.Nullable;

/**
 * S3 has no room for another expedited thaw now. Ask again later, or in another tier, or buy
 * provisioned capacity.
 */
public final class ThawUnavailableException extends ObjectStoreException {
  private static final long serialVersionUID = 1L;

  public ThawUnavailableException(
      String bucket, @Nullable String key, String message, @Nullable Throwable cause) {
    super(bucket, key, message, cause);
  }
}
