package dev.evenkeel.objects.spec;

import dev.evenkeel.core.DecoratorException;
import org.jspecify.annotations.Nullable;

/** S3 failed or refused a call. The cause is the SDK's exception, if there was one. */
public final class ObjectStoreException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /** The reason, for callers that handle it. */
  public enum Reason {
    /** There is no such bucket. */
    BUCKET_MISSING,
    /**
     * S3 answered 403. It does not tell whether a right is missing, or the bucket is not the
     * expected account's.
     */
    ACCESS_DENIED,
    /** There is no object with this key. */
    OBJECT_MISSING,
    /** An object was to be written under a key that another object has. Nothing was changed. */
    OBJECT_EXISTS,
    /**
     * Other writes to the same key got in the way of each attempt, and there was no object under it
     * after the last one.
     */
    CONFLICT,
    /** An object is longer than the reader accepts, or than parts of the given size can hold. */
    TOO_LARGE,
    /** An object was replaced while it was read. This library never replaces objects. */
    CHANGED,
    /** An object is not what was expected: another length, or another SHA-256. */
    CORRUPT,
    /**
     * An object of an archive class has no copy that can be read. Restore it with S3's
     * RestoreObject, and read it when HeadObject shows the copy, in minutes or hours.
     */
    ARCHIVED,
    /** S3 has no room for another expedited retrieval. Ask later, or in another tier. */
    RESTORE_UNAVAILABLE,
    /**
     * Errors of S3 itself and lost connections, after the attempts of the client and of {@link
     * BucketSpec.Builder#attemptsMax}.
     */
    FAILED
  }

  private final Reason reason;
  private final String bucket;
  private final @Nullable String key;

  /**
   * @param key the whole key; null if no single object is concerned
   * @param message says what happened, without bucket and key, and what to do
   */
  public ObjectStoreException(
      Reason reason,
      String bucket,
      @Nullable String key,
      String message,
      @Nullable Throwable cause) {
    super("s3://%s/%s: %s".formatted(bucket, key == null ? "" : key, message), cause);
    this.reason = reason;
    this.bucket = bucket;
    this.key = key;
  }

  /** Whether a failure is one of this reason. */
  public static boolean is(Throwable failure, Reason reason) {
    return failure instanceof ObjectStoreException store && store.reason == reason;
  }

  public Reason reason() {
    return reason;
  }

  public String bucket() {
    return bucket;
  }

  /** The whole key, with the prefix; null if no single object is concerned. */
  public @Nullable String key() {
    return key;
  }
}
