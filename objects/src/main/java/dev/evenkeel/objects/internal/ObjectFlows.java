package dev.evenkeel.objects.internal;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.plan.ArchiveRestore;
import dev.evenkeel.objects.internal.plan.HeadAndList;
import dev.evenkeel.objects.internal.plan.ObjectDeletion;
import dev.evenkeel.objects.internal.plan.ObjectDownload;
import dev.evenkeel.objects.internal.plan.ObjectSource;
import dev.evenkeel.objects.internal.plan.ObjectUpload;
import dev.evenkeel.objects.internal.plan.OpenUploads;
import dev.evenkeel.objects.internal.plan.Store;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import dev.evenkeel.objects.internal.spec.ByteSource;
import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.FailedDelete;
import dev.evenkeel.objects.internal.spec.ObjectInfo;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.internal.spec.ObjectPage;
import dev.evenkeel.objects.internal.spec.OpenUploadPage;
import dev.evenkeel.objects.internal.spec.WrittenObject;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.s3.model.Tier;

/**
 * Objects that are written once and read whole, as flows: values that do nothing until {@link
 * ObjectCalls} runs them.
 *
 * <p>Keys are below the spec's prefix ({@link BucketSpec#fullKey} says which there are; an {@link
 * IllegalArgumentException} comes at once). Failures of S3 are {@link
 * dev.evenkeel.objects.spec.ObjectStoreException}s with the SDK's as their cause; the caller's own
 * interrupts and time limits, and what a source throws, stay what they are.
 *
 * <p>Rights: {@code s3:PutObject}, {@code s3:GetObject} (writers look at objects too), {@code
 * s3:DeleteObject}, {@code s3:AbortMultipartUpload}, for restores {@code s3:RestoreObject}, and for
 * listings {@code s3:ListBucket} and {@code s3:ListBucketMultipartUploads}; without {@code
 * s3:ListBucket} a missing object shows as denied.
 *
 * <p>Each request is sent up to {@link BucketSpec#attemptsMax()} times. A call that is cancelled or
 * dies in the middle of an upload in parts leaves the parts behind, at your cost, and so may a lost
 * answer to its first request: see {@link #openUploads}, and give the bucket a lifecycle rule
 * {@code AbortIncompleteMultipartUpload}.
 */
public final class ObjectFlows {
  private final Store store;

  private ObjectFlows(Store store) {
    this.store = store;
  }

  public static ObjectFlows of(BucketSpec spec) {
    return new ObjectFlows(new Store(spec));
  }

  /**
   * Creates an object, and never replaces one: of several writers of a key exactly one succeeds.
   * When an answer is lost, the object's metadata shows whether this writer has written it. One
   * PutObject up to {@link BucketSpec#singlePutBytesMax()}, parts beyond it.
   *
   * <p>Fails with {@link Reason#OBJECT_EXISTS} if the key is taken, and {@link Reason#CONFLICT} if
   * others wrote it at each attempt.
   */
  public Flow<WrittenObject> put(String key, SdkBytes bytes, ObjectMetadata metadata) {
    return written(key, bytes, null, metadata);
  }

  /**
   * The same for bytes whose SHA-256 the caller has computed, so that it is not computed again.
   *
   * @param sha256 the result's {@link WrittenObject#sha256()}, unless the object is written in
   *     parts
   */
  public Flow<WrittenObject> put(
      String key, SdkBytes bytes, SdkBytes sha256, ObjectMetadata metadata) {
    return written(key, bytes, sha256, metadata);
  }

  /**
   * Creates an object of what a source gives, in the memory of {@link
   * BucketSpec#partsInFlightMax()} parts. One PutObject if it is less than a part, otherwise two
   * requests and one per part. Parts have the spec's length, or a larger one if the source declares
   * a length of more than 10,000 parts; a source of unknown length fails at the 10,001st part.
   * Nothing is to be seen of the object until all is there; on any failure the parts are removed.
   * The flow can be run once, as the source can be read once.
   *
   * @see #put(String, SdkBytes, ObjectMetadata)
   */
  public Flow<WrittenObject> put(String key, ByteSource source, ObjectMetadata metadata) {
    return store.named(new ObjectUpload(store).put(key, source, metadata), "PutObject", full(key));
  }

  /**
   * Reads an object into memory: one GetObject up to a part's length, one per part beyond it, side
   * by side, and a HeadObject before them if the exact length is not known. All parts are of one
   * content (its ETag), and a connection that is cut is resumed where it was.
   *
   * <p>Fails with {@link Reason#OBJECT_MISSING}, before anything is read with {@link
   * Reason#ARCHIVED} if it is to be restored first, {@link Reason#TOO_LARGE} or (another length
   * than expected) {@link Reason#CORRUPT}, and with the latter if the SHA-256 is another.
   */
  public Flow<SdkBytes> get(String key, ExpectedContent expected) {
    return store.named(new ObjectDownload(store).get(key, expected), "GetObject", full(key));
  }

  /**
   * Reads an object piece by piece, each at most a part long and one GetObject; nothing is open in
   * between. The checks are those of {@link #get}: the last piece comes only if all of them were
   * what was expected, and {@link Reason#CHANGED} if the object was replaced meanwhile. A failed
   * piece may be asked for again.
   */
  public ByteSource open(String key, ExpectedContent expected) {
    return new ObjectSource(store, full(key), expected);
  }

  /** The metadata of an object, by one HeadObject. */
  public Flow<ObjectInfo> head(String key) {
    return store.named(new HeadAndList(store).head(key), "HeadObject", full(key));
  }

  /**
   * Has S3 make a copy that can be read of an object of a class such as GLACIER, by one
   * RestoreObject; {@link #head} shows when it can be read. Does nothing if S3 is at it already;
   * keeps a copy that is there until {@code keptFor} from now; and does nothing to an object that
   * can be read as it is. S3 charges for each restore and for the copy.
   *
   * <p>Fails with {@link Reason#OBJECT_MISSING}, and with {@link Reason#RESTORE_UNAVAILABLE} if
   * there is no room in the tier {@code EXPEDITED}, which DEEP_ARCHIVE does not have at all. Not
   * for the archive tiers of INTELLIGENT_TIERING, whose objects come back for good.
   *
   * @param keptFor a day or more, rounded up to days
   * @param tier how fast, and at what price
   * @throws IllegalArgumentException if {@code keptFor} is less than a day
   */
  public Flow<Done> restore(String key, Duration keptFor, Tier tier) {
    return store.named(
        new ArchiveRestore(store).restore(full(key), keptFor, tier),
        ArchiveRestore.OPERATION,
        full(key));
  }

  /** Deletes an object, or does nothing where there is none. */
  public Flow<Done> delete(String key) {
    return store.named(new ObjectDeletion(store).delete(key), "DeleteObject", full(key));
  }

  /**
   * Deletes objects, 1,000 per request, one request after the other. A missing object counts as
   * deleted.
   *
   * @return the keys that could not be deleted, after the attempts of the spec
   */
  public Flow<List<FailedDelete>> delete(Collection<String> keys) {
    return store.named(new ObjectDeletion(store).delete(keys), "DeleteObjects", null);
  }

  /**
   * A page of at most 1,000 objects, by one request.
   *
   * @param folder below the spec's prefix; empty, or ending with a slash
   * @param token of the page before; null for the first
   */
  public Flow<ObjectPage> list(String folder, @Nullable String token) {
    return list(folder, "", token);
  }

  /**
   * The same of a part of a folder, so that several processes may list it.
   *
   * @param start what the keys in the folder begin with; empty for all
   */
  public Flow<ObjectPage> list(String folder, String start, @Nullable String token) {
    return page(folder(folder) + start, token, false);
  }

  /**
   * The same, with the restore of each object: one request where {@link #head} takes a thousand.
   * Few stores but S3 itself have it.
   */
  public Flow<ObjectPage> listRestores(String folder, @Nullable String token) {
    return page(folder(folder), token, true);
  }

  /**
   * A page of incomplete multipart uploads. One that is still under way is among them, so abort
   * only what is old.
   *
   * @param folder as in {@link #list}
   * @param from the marker of the page before; null for the first
   */
  public Flow<OpenUploadPage> openUploads(String folder, OpenUploadPage.@Nullable Marker from) {
    Flow<OpenUploadPage> page = new OpenUploads(store).page(folder(folder), from);
    return store.named(page, "ListMultipartUploads", null);
  }

  /** Ends an upload and removes its parts; does nothing if it has ended. */
  public Flow<Done> abort(String key, String uploadId) {
    Flow<Done> abort = new OpenUploads(store).abort(full(key), uploadId);
    return store.named(abort, "AbortMultipartUpload", full(key));
  }

  private Flow<WrittenObject> written(
      String key, SdkBytes bytes, @Nullable SdkBytes sha256, ObjectMetadata metadata) {
    Flow<WrittenObject> put = new ObjectUpload(store).put(key, bytes, sha256, metadata);
    return store.named(put, "PutObject", full(key));
  }

  private Flow<ObjectPage> page(String prefix, @Nullable String token, boolean withRestores) {
    Flow<ObjectPage> page = new HeadAndList(store).list(prefix, token, withRestores);
    return store.named(page, "ListObjectsV2", null);
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
