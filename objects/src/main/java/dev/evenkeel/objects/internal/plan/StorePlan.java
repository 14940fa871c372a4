package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ByteSource;
import dev.evenkeel.objects.spec.ExpectedContent;
import dev.evenkeel.objects.spec.FailedDelete;
import dev.evenkeel.objects.spec.ObjectInfo;
import dev.evenkeel.objects.spec.ObjectMetadata;
import dev.evenkeel.objects.spec.ObjectPage;
import dev.evenkeel.objects.spec.OpenUploadPage;
import dev.evenkeel.objects.spec.WrittenObject;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.s3.model.Tier;

/** All flows of one spec, each failing with the types of {@code spec}. */
public final class StorePlan {
  private final Store store;

  public StorePlan(BucketSpec spec) {
    store = new Store(spec);
  }

  public Flow<WrittenObject> put(
      String key, SdkBytes bytes, @Nullable SdkBytes sha256, ObjectMetadata metadata) {
    Flow<WrittenObject> put = new Puts(store).put(key, bytes, sha256, metadata);
    return store.named(put, "PutObject", full(key));
  }

  public Flow<WrittenObject> put(String key, ByteSource source, ObjectMetadata metadata) {
    return store.named(new Puts(store).put(key, source, metadata), "PutObject", full(key));
  }

  public Flow<SdkBytes> get(String key, ExpectedContent expected) {
    return store.named(new Gets(store).get(key, expected), "GetObject", full(key));
  }

  public ByteSource open(String key, ExpectedContent expected) {
    return new ObjectSource(store, full(key), expected);
  }

  public Flow<ObjectInfo> head(String key) {
    return store.named(new Looks(store).head(key), "HeadObject", full(key));
  }

  public Flow<Done> thaw(String key, Duration keptFor, Tier tier) {
    return store.named(new Thaws(store).thaw(full(key), keptFor, tier), Thaws.OPERATION, full(key));
  }

  public Flow<Done> delete(String key) {
    return store.named(new Deletes(store).delete(key), "DeleteObject", full(key));
  }

  public Flow<List<FailedDelete>> delete(Collection<String> keys) {
    return store.named(new Deletes(store).delete(keys), "DeleteObjects", null);
  }

  public Flow<ObjectPage> list(String folder, @Nullable String token, boolean withThaws) {
    Flow<ObjectPage> page = new Looks(store).list(folder(folder), token, withThaws);
    return store.named(page, "ListObjectsV2", null);
  }

  public Flow<OpenUploadPage> openUploads(String folder, OpenUploadPage.@Nullable Marker from) {
    Flow<OpenUploadPage> page = new Uploads(store).page(folder(folder), from);
    return store.named(page, "ListMultipartUploads", null);
  }

  public Flow<Done> abort(String key, String uploadId) {
    Flow<Done> abort = new Uploads(store).abort(full(key), uploadId);
    return store.named(abort, "AbortMultipartUpload", full(key));
  }

  private String full(String key) {
    return store.spec().fullKey(key);
  }

  /**
   * A prefix that ends a segment, so that {@code a/1} is not found when looking below {@code a/12}.
   */
  private String folder(String folder) {
    if (folder.isEmpty()) {
      return store.spec().prefix();
    }
    if (!folder.endsWith("/")) {
      throw new IllegalArgumentException(
          "'%s' must end with a slash, or others that begin like it are meant too"
              .formatted(folder));
    }
    return full(folder.substring(0, folder.length() - 1)) + "/";
  }
}
