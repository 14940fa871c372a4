package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.spec.ObjectInfo;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.internal.spec.ObjectPage;
import dev.evenkeel.objects.internal.spec.ObjectPage.ListedObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** HeadObject and ListObjectsV2. */
public record HeadAndList(Store store) {
  public Flow<ObjectInfo> head(String below) {
    String key = store.spec().fullKey(below);
    return store
        .head(key)
        .map(
            head ->
                new ObjectInfo(
                    below,
                    head.contentLength(),
                    head.eTag(),
                    head.lastModified(),
                    ObjectMetadata.read(head.metadata()),
                    storageClass(head.storageClassAsString()),
                    new ArchiveRestore(store).of(key, head.restore())));
  }

  public Flow<ObjectPage> list(String prefix, @Nullable String token, boolean withRestores) {
    return store
        .<ListObjectsV2Response>send(store.requests().list(prefix, token, withRestores))
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
                    store.below(object.key()),
                    object.size(),
                    object.eTag(),
                    object.lastModified(),
                    storageClass(object.storageClassAsString()),
                    ArchiveRestore.of(object.restoreStatus())))
        .toList();
  }

  /** S3 leaves the class STANDARD out of one answer and names it in another. */
  private static @Nullable StorageClass storageClass(@Nullable String name) {
    StorageClass storageClass = StorageClass.fromValue(name);
    return storageClass == StorageClass.STANDARD ? null : storageClass;
  }
}
