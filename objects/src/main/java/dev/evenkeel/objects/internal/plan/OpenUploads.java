package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.spec.OpenUploadPage;
import dev.evenkeel.objects.internal.spec.OpenUploadPage.OpenUpload;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;

/** Incomplete multipart uploads. */
public record OpenUploads(Store store) {
  public Flow<OpenUploadPage> page(String prefix, OpenUploadPage.@Nullable Marker from) {
    return store
        .<ListMultipartUploadsResponse>send(store.requests().uploads(prefix, from))
        .map(this::page);
  }

  private OpenUploadPage page(ListMultipartUploadsResponse response) {
    List<OpenUpload> uploads =
        response.uploads().stream()
            .map(
                upload ->
                    new OpenUpload(
                        store.below(upload.key()), upload.uploadId(), upload.initiated()))
            .toList();
    return new OpenUploadPage(
        uploads,
        Boolean.TRUE.equals(response.isTruncated())
            ? new OpenUploadPage.Marker(response.nextKeyMarker(), response.nextUploadIdMarker())
            : null);
  }

  /** Aborts; an upload that is gone is as good as aborted. */
  public Flow<Done> abort(String key, String uploadId) {
    return store
        .send(store.requests().abort(key, uploadId))
        .map(response -> Done.DONE)
        .recover(Failures::isUploadGone, failure -> Flow.done());
  }
}
