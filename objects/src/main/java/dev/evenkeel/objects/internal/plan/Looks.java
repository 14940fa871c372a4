package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.objects.spec.ListedObject;
import dev.evenkeel.objects.spec.ObjectInfo;
import dev.evenkeel.objects.spec.ObjectMetadata;
import dev.evenkeel.objects.spec.ObjectPage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

/** What is there. */
final class Looks {
  private final Store store;

  Looks(Store store) {
    this.store = store;
  }

  Flow<ObjectInfo> head(String below) {
    return store
        .head(store.spec().fullKey(below))
        .map(
            head ->
                new ObjectInfo(
                    below,
                    head.contentLength(),
                    head.eTag(),
                    head.lastModified(),
                    ObjectMetadata.read(head.metadata())));
  }

  Flow<ObjectPage> list(String prefix, @Nullable String token) {
    return store
        .<ListObjectsV2Response>send(store.requests().list(prefix, token))
        .map(
            response ->
                new ObjectPage(
                    listed(response),
                    Boolean.TRUE.equals(response.isTruncated())
                        ? response.nextContinuationToken()
                        : null));
  }

  private List<ListedObject> listed(ListObjectsV2Response response) {
    return response.contents().stream()
        .map(
            object ->
                new ListedObject(
                    store.below(object.key()), object.size(), object.eTag(), object.lastModified()))
        .toList();
  }
}
