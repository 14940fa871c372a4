package dev.evenkeel.objects;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.plan.StorePlan;
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

/**
 * Objects that are written once and read whole, as flows: values that do nothing until somebody
 * runs them with {@link ObjectCalls}. {@link ObjectStore} and {@link ObjectAsyncStore} do so.
 *
 * <p>Keys are below the spec's prefix ({@link BucketSpec#fullKey} says which there are; an {@link
 * IllegalArgumentException} comes at once). Failures of S3 are {@link
 * dev.evenkeel.objects.spec.ObjectStoreException}s with the SDK's as their cause; the caller's own
 * interrupts and time limits, and what a source throws, stay what they are.
 *
 * <p>Rights: {@code s3:PutObject}, {@code s3:GetObject} (writers look at objects too), {@code
 * s3:DeleteObject}, {@code s3:AbortMultipartUpload}, for thaws {@code s3:RestoreObject}, and for
 * listings {@code s3:ListBucket} and {@code s3:ListBucketMultipartUploads}; without {@code
 * s3:ListBucket} a missing object shows as denied.
 *
 * <p>Each request is sent up to {@link BucketSpec#attemptsMax()} times. A call that is cancelled or
 * dies in the middle of an upload in parts leaves the parts behind, at your cost, and so may a lost
 * answer to its first request: see {@link #openUploads}, and give the bucket a lifecycle rule
 * {@code AbortIncompleteMultipartUpload}.
 */
public final class ObjectFlows {
  private final StorePlan plan;

  private ObjectFlows(StorePlan plan) {
    this.plan = plan;
  }

  public static ObjectFlows of(BucketSpec spec) {
    return new ObjectFlows(new StorePlan(spec));
  }

  /**
   * Creates an object, and never replaces one: of several writers of a key exactly one succeeds.
   * When an answer is lost, the object's metadata tells whether it is this writer's. One PutObject
   * up to {@link BucketSpec#singlePutBytesMax()}, parts beyond it.
   *
   * <p>Fails with {@link dev.evenkeel.objects.spec.ObjectExistsException} if the key is taken, and
   * {@link dev.evenkeel.objects.spec.ObjectConflictException} if others wrote it at each attempt.
   */
  public Flow<WrittenObject> put(String key, SdkBytes bytes, ObjectMetadata metadata) {
    return plan.put(key, bytes, null, metadata);
  }

  /**
   * The same for bytes whose SHA-256 the caller has computed, so that it is not computed again.
   *
   * @param sha256 what {@link WrittenObject#sha256()} tells, unless the object is written in parts
   */
  public Flow<WrittenObject> put(
      String key, SdkBytes bytes, SdkBytes sha256, ObjectMetadata metadata) {
    return plan.put(key, bytes, sha256, metadata);
  }

  /**
   * Creates an object of what a source gives, in the memory of {@link
   * BucketSpec#partsInFlightMax()} parts. One PutObject if it is less than a part, otherwise two
   * requests and one per part. Parts are as long as the spec says, longer if the source tells a
   * length of more than 10,000 of them; one that does not and is longer fails at the 10,001st.
   * Nothing is to be seen of the object until all is there; on any failure the parts are removed.
   * The flow can be run once, as the source can be read once.
   *
   * @see #put(String, SdkBytes, ObjectMetadata)
   */
  public Flow<WrittenObject> put(String key, ByteSource source, ObjectMetadata metadata) {
    return plan.put(key, source, metadata);
  }

  /**
   * Reads an object into memory: one GetObject up to a part's length, one per part beyond it, side
   * by side, and a HeadObject before them if the exact length is not known. All parts are of one
   * content (its ETag), and a connection that is cut is resumed where it was.
   *
   * <p>Fails with {@link dev.evenkeel.objects.spec.ObjectMissingException}, before anything is read
   * with {@link dev.evenkeel.objects.spec.ObjectFrozenException} if it is to be thawed first,
   * {@link dev.evenkeel.objects.spec.ObjectTooLargeException} or (another length than expected)
   * {@link dev.evenkeel.objects.spec.ObjectCorruptException}, and with the latter if the SHA-256 is
   * another.
   */
  public Flow<SdkBytes> get(String key, ExpectedContent expected) {
    return plan.get(key, expected);
  }

  /**
   * Reads an object piece by piece, each at most a part long and one GetObject; nothing is open in
   * between. The checks are those of {@link #get}: the last piece comes only if all of them were
   * what was expected, and {@link dev.evenkeel.objects.spec.ObjectChangedException} if the object
   * was replaced meanwhile. A failed piece may be asked for again.
   */
  public ByteSource open(String key, ExpectedContent expected) {
    return plan.open(key, expected);
  }

  /** What S3 knows of an object, by one HeadObject. */
  public Flow<ObjectInfo> head(String key) {
    return plan.head(key);
  }

  /**
   * Has S3 make a copy that can be read of an object of a class such as GLACIER, by one
   * RestoreObject; {@link #head} tells when it is there. Does nothing if S3 is at it already; keeps
   * a copy that is there until {@code keptFor} from now; and does nothing to an object that can be
   * read as it is. S3 charges for each thaw and for the copy.
   *
   * <p>Fails with {@link dev.evenkeel.objects.spec.ObjectMissingException}, and with {@link
   * dev.evenkeel.objects.spec.ThawUnavailableException} if there is no room in the tier {@code
   * EXPEDITED}, which DEEP_ARCHIVE does not have at all. Not for the archive tiers of
   * INTELLIGENT_TIERING, whose objects come back for good.
   *
   * @param keptFor a day or more, rounded up to days
   * @param tier how fast, and at what price
   * @throws IllegalArgumentException if {@code keptFor} is less than a day
   */
  public Flow<Done> thaw(String key, Duration keptFor, Tier tier) {
    return plan.thaw(key, keptFor, tier);
  }

  /** Deletes an object, or does nothing where there is none. */
  public Flow<Done> delete(String key) {
    return plan.delete(key);
  }

  /**
   * Deletes objects, 1,000 per request, one request after the other. What is not there counts as
   * deleted.
   *
   * @return those that could not be deleted, after the attempts of the spec
   */
  public Flow<List<FailedDelete>> delete(Collection<String> keys) {
    return plan.delete(keys);
  }

  /**
   * A page of at most 1,000 objects, by one request.
   *
   * @param folder below the spec's prefix; empty, or ending with a slash
   * @param token of the page before; null for the first
   */
  public Flow<ObjectPage> list(String folder, @Nullable String token) {
    return plan.list(folder, token, false);
  }

  /**
   * The same, and each object tells of its thaw: one request where {@link #head} takes a thousand.
   * Few stores but S3 itself have it.
   */
  public Flow<ObjectPage> listThaws(String folder, @Nullable String token) {
    return plan.list(folder, token, true);
  }

  /**
   * A page of the uploads in parts that nobody has ended. One that is still under way is among
   * them, so abort only what is old.
   *
   * @param folder as in {@link #list}
   * @param from the page before tells it; null for the first
   */
  public Flow<OpenUploadPage> openUploads(String folder, OpenUploadPage.@Nullable Marker from) {
    return plan.openUploads(folder, from);
  }

  /** Ends an upload and removes its parts; does nothing if it has ended. */
  public Flow<Done> abort(String key, String uploadId) {
    return plan.abort(key, uploadId);
  }
}
