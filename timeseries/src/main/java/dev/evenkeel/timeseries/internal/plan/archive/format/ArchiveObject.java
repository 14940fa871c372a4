package dev.evenkeel.timeseries.internal.plan.archive.format;

import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import org.jspecify.annotations.Nullable;

/**
 * An object of an archive, as named in failures.
 *
 * @param key the whole key
 */
public record ArchiveObject(String bucket, String key) {

  /** The failure that says what is wrong with the object. */
  public ArchiveException damaged(String damage) {
    return damaged(damage, null);
  }

  /** The failure that says what is wrong with the object. */
  public ArchiveException damaged(String damage, @Nullable Throwable cause) {
    return ArchiveException.damaged(bucket, key, damage, cause);
  }
}
