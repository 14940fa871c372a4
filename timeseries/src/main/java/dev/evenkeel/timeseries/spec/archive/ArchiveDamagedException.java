package dev.evenkeel.timeseries.spec.archive;

import dev.evenkeel.core.DecoratorException;
import org.jspecify.annotations.Nullable;

/**
 * An archive is not what was written: an object of it is missing, cut off or altered, or does not
 * agree with another one. What was read of it so far must not be relied on. The message names the
 * object and the place in it, and no value.
 */
public final class ArchiveDamagedException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String bucket;
  private final String key;

  /**
   * @param key the object that is wrong, or the folder if it is an object too many or too few
   * @param damage what is wrong, as the end of a sentence that begins with the object
   */
  public ArchiveDamagedException(
      String bucket, String key, String damage, @Nullable Throwable cause) {
    super(
        "Archive object s3://%s/%s %s. Do not delete the table that the archive was made of. Put the archive in order from another copy, or archive the period again."
            .formatted(bucket, key, damage),
        cause);
    this.bucket = bucket;
    this.key = key;
  }

  /** Where the object is. */
  public String bucket() {
    return bucket;
  }

  /** The whole key of the object that is wrong. */
  public String key() {
    return key;
  }
}
