package dev.evenkeel.objects.internal.spec;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.StorageClass;

/**
 * A restore of an archived object: a copy that can be read, made in minutes or hours, and kept for
 * days. The object itself stays in its class.
 *
 * @param until when S3 removes the copy, by its own clock; null as long as S3 is at work, so that
 *     the object cannot be read
 */
public record ObjectRestore(@Nullable Instant until) {
  private static final Set<StorageClass> FROZEN =
      Set.of(StorageClass.GLACIER, StorageClass.DEEP_ARCHIVE);

  /**
   * Whether objects of a class cannot be read before they are restored: those of GLACIER (Flexible
   * Retrieval) and DEEP_ARCHIVE. Objects that INTELLIGENT_TIERING has moved to an archive tier
   * cannot either, and neither their class nor a listing shows that.
   *
   * @param storageClass null for STANDARD
   */
  public static boolean isNeededFor(@Nullable StorageClass storageClass) {
    return storageClass != null && FROZEN.contains(storageClass);
  }
}
