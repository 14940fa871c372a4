package dev.evenkeel.objects.spec;

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
   * @param key the whole key, as S3 tells it
   * @param uploadId among the uploads of this key, the last that was seen
   */
  public record Marker(String key, @Nullable String uploadId) {}
}
