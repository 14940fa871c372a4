package dev.evenkeel.objects.internal.spec;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.StorageClass;

/**
 * One page of a listing, in the order of the keys' UTF-8 bytes.
 *
 * @param objects may be empty on any page
 * @param nextToken the token of the next page; null if this is the last
 */
public record ObjectPage(List<ListedObject> objects, @Nullable String nextToken) {
  public ObjectPage {
    objects = List.copyOf(objects);
  }

  /**
   * An object in a listing.
   *
   * @param key below the spec's prefix
   * @param length in bytes
   * @param etag S3's entity tag; not a checksum
   * @param lastModified when it was written, by S3's clock
   * @param storageClass null for STANDARD
   * @param restore as in {@link ObjectInfo}; null too if the listing was not to tell
   */
  public record ListedObject(
      String key,
      long length,
      @Nullable String etag,
      @Nullable Instant lastModified,
      @Nullable StorageClass storageClass,
      @Nullable ObjectRestore restore) {}
}
