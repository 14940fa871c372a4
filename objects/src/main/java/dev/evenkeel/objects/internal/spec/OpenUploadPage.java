package dev.evenkeel.objects.internal.spec;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of the open uploads.
 *
 * @param uploads may be empty on any page
 * @param next where the next page begins; null if this is the last
 */
public record OpenUploadPage(List<OpenUpload> uploads, @Nullable Marker next) {
  public OpenUploadPage {
    uploads = List.copyOf(uploads);
  }

  /**
   * Where a page of open uploads begins.
   *
   * @param key the whole key in the bucket
   * @param uploadId among the uploads of this key, the last of the page before
   */
  public record Marker(String key, @Nullable String uploadId) {}

  /**
   * An upload in parts that was neither completed nor aborted. Its parts are stored and paid for,
   * and show in no listing of objects.
   *
   * @param key below the spec's prefix
   * @param uploadId S3's name for it
   * @param initiated when it was begun, by S3's clock
   */
  public record OpenUpload(String key, String uploadId, @Nullable Instant initiated) {}
}
