package dev.evenkeel.timeseries.internal.plan.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.ObjectFlows;
import dev.evenkeel.objects.internal.spec.ByteSource;
import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.ObjectInfo;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.internal.spec.ObjectPage;
import dev.evenkeel.objects.internal.spec.ObjectPage.ListedObject;
import dev.evenkeel.objects.internal.spec.ObjectRestore;
import dev.evenkeel.objects.internal.spec.WrittenObject;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveLayout;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveObject;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFile;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFileName;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestChecksum;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.Tier;

/**
 * The objects of one archive. Nothing is ever replaced: an existing object under a key is either
 * identical, from an aborted run, or a failure.
 */
public final class ArchiveStore {
  /** More than any manifest has: a line of 400 bytes for each of a million files. */
  private static final long MANIFEST_BYTES_MAX = 512L * 1024 * 1024;

  private final BucketSpec bucket;
  private final ObjectFlows manifests;
  private final ObjectFlows data;
  private final ArchiveLayout layout;

  /**
   * @param bucket as manifests are written
   * @param dataBucket the same, as data files are
   */
  private ArchiveStore(BucketSpec bucket, BucketSpec dataBucket, String exportId) {
    this.bucket = bucket;
    this.manifests = ObjectFlows.of(bucket);
    this.data = ObjectFlows.of(dataBucket);
    this.layout = new ArchiveLayout(exportId);
  }

  /** The objects of the archive with an id. */
  public static ArchiveStore of(ArchivePolicy policy, String exportId) {
    BucketSpec data =
        policy.dataClass() == null ? policy.bucket() : policy.bucket().inClass(policy.dataClass());
    return new ArchiveStore(policy.bucket(), data, exportId);
  }

  /**
   * Refuses an archive that is elsewhere than the policy says, which is no damage of it.
   *
   * @param operation what reads it
   * @throws RefusedOperationException naming both places
   */
  public static void requireHere(String operation, ArchivePolicy policy, ArchivedTable archive) {
    BucketSpec said = policy.bucket();
    if (!isHere(said, archive)) {
      throw new RefusedOperationException(
          operation,
          archive.tableName(),
          "its archive is in s3://%s/%s, and the spec says that archives are in s3://%s/%s"
              .formatted(archive.bucket(), archive.prefix(), said.bucket(), said.prefix()),
          "Set bucket and prefix of the spec's archive back to that place; what is there is not concerned");
    }
  }

  private static boolean isHere(BucketSpec said, ArchivedTable archive) {
    return archive.bucket().equals(said.bucket()) && archive.prefix().equals(said.prefix());
  }

  /** Keys below the bucket's prefix. */
  ArchiveLayout layout() {
    return layout;
  }

  BucketSpec bucket() {
    return bucket;
  }

  /** A whole key. */
  String fullKey(String below) {
    return bucket.fullKey(below);
  }

  ArchiveObject named(String below) {
    return new ArchiveObject(bucket.bucket(), fullKey(below));
  }

  /**
   * Writes a data file, whose name contains its digest.
   *
   * @return the file as it is in S3
   */
  Flow<WrittenObject> putData(DataFileName name, DataFile file) {
    String key = layout.dataKey(name);
    return data.put(key, file.bytes(), file.sha256(), ObjectMetadata.empty())
        .recover(
            failure -> ObjectStoreException.is(failure, Reason.OBJECT_EXISTS),
            failure -> data.head(key).then(info -> same(key, file, info, failure)));
  }

  private static Flow<WrittenObject> same(
      String key, DataFile file, ObjectInfo info, Throwable failure) {
    return info.length() == file.length()
        ? Flow.of(new WrittenObject(key, file.length(), file.sha256(), info.etag()))
        : Flow.failed(failure);
  }

  /**
   * Marks an archive that is given up while its table is there: no rebuild of a catalogue takes it
   * any more, and no table is deleted on the strength of it. A bucket that cannot be written to
   * keeps nobody from giving up an archive; then the mark is missing.
   *
   * @param policy the spec's; null if it says of no archive
   */
  public static Flow<Done> giveUp(@Nullable ArchivePolicy policy, ArchivedTable archive) {
    if (policy == null || !isHere(policy.bucket(), archive)) {
      return Flow.done();
    }
    ArchiveStore store = of(policy, archive.exportId());
    return store
        .putOnce(store.layout.givenUpKey(), "given up\n".getBytes(UTF_8))
        .recover(SdkException.class, failure -> Flow.done());
  }

  /** Whether the archive has the mark that it was given up. */
  Flow<Boolean> isGivenUp() {
    return manifests
        .head(layout.givenUpKey())
        .map(mark -> true)
        .recover(
            failure -> ObjectStoreException.is(failure, Reason.OBJECT_MISSING),
            failure -> Flow.of(false));
  }

  /** Writes a manifest and its checksum; does nothing if both are there and the same. */
  Flow<Done> putManifest(String key, byte[] bytes) {
    return putOnce(key, bytes)
        .then(done -> putOnce(ArchiveLayout.checksumKey(key), ManifestChecksum.of(bytes)));
  }

  Flow<Done> putOnce(String key, byte[] bytes) {
    SdkBytes content = SdkBytes.fromByteArrayUnsafe(bytes);
    return manifests
        .put(key, content, ObjectMetadata.empty())
        .map(written -> Done.DONE)
        .recover(
            failure -> ObjectStoreException.is(failure, Reason.OBJECT_EXISTS),
            failure -> read(key).then(there -> requireSame(key, content, there)));
  }

  private Flow<Done> requireSame(String key, SdkBytes mine, SdkBytes there) {
    return Objects.equals(mine, there)
        ? Flow.done()
        : Flow.failed(named(key).damaged("is there already and says something else"));
  }

  /**
   * Reads a data file piece by piece.
   *
   * @param key the whole key
   */
  ByteSource open(String key, long length) {
    return data.open(below(key), ExpectedContent.ofLength(length));
  }

  Flow<SdkBytes> read(String key) {
    return manifests.get(key, ExpectedContent.atMost(MANIFEST_BYTES_MAX));
  }

  /** Reads a manifest that has to match its checksum, and has to be there. */
  Flow<byte[]> checked(String key) {
    return there(key)
        .then(
            manifest ->
                there(ArchiveLayout.checksumKey(key))
                    .map(
                        checksum -> {
                          ManifestChecksum.require(named(key), manifest, checksum);
                          return manifest;
                        }));
  }

  private Flow<byte[]> there(String key) {
    return read(key)
        .map(bytes -> bytes.asByteArrayUnsafe())
        .recover(
            failure -> ObjectStoreException.is(failure, Reason.OBJECT_MISSING),
            failure -> Flow.failed(named(key).damaged("is not there", failure)));
  }

  /** The objects in the folder of the data files. */
  Flow<List<ListedObject>> listData() {
    return listed(token -> manifests.list(layout.dataFolder(), token));
  }

  /** The lengths of objects in bytes, by their whole keys. */
  Map<String, Long> lengths(List<ListedObject> listed) {
    Map<String, Long> lengths = new HashMap<>();
    listed.forEach(object -> lengths.put(fullKey(object.key()), object.length()));
    return lengths;
  }

  /** The restores of data files, by their whole keys; files without one are left out. */
  public Flow<Map<String, ObjectRestore>> listRestores() {
    return listed(token -> manifests.listRestores(layout.dataFolder(), token))
        .map(
            listed -> {
              Map<String, ObjectRestore> restores = new HashMap<>();
              for (ListedObject object : listed) {
                if (object.restore() != null) {
                  restores.put(fullKey(object.key()), object.restore());
                }
              }
              return restores;
            });
  }

  private interface Pages {
    Flow<ObjectPage> after(@Nullable String token);
  }

  private static Flow<List<ListedObject>> listed(Pages pages) {
    return Flow.defer(() -> from(pages, null, new ArrayList<>()));
  }

  private static Flow<List<ListedObject>> from(
      Pages pages, @Nullable String token, List<ListedObject> objects) {
    return pages
        .after(token)
        .then(
            page -> {
              page.objects().stream().filter(object -> !isFolder(object)).forEach(objects::add);
              return page.nextToken() == null
                  ? Flow.of(objects)
                  : from(pages, page.nextToken(), objects);
            });
  }

  /** Consoles and other tools write one to show a folder that has no object. */
  private static boolean isFolder(ListedObject object) {
    return object.key().endsWith("/") && object.length() == 0;
  }

  /**
   * Requests the restore of a data file.
   *
   * @param key the whole key
   */
  public Flow<Done> restore(String key, Duration keptFor, Tier tier) {
    return data.restore(below(key), keptFor, tier);
  }

  private String below(String key) {
    return key.substring(bucket.prefix().length());
  }

  /** Removes data files that a killed run wrote and did not record. */
  Flow<Done> deleteData(List<String> keys) {
    return keys.isEmpty()
        ? Flow.done()
        : manifests
            .delete(keys)
            .then(
                failed ->
                    failed.isEmpty()
                        ? Flow.done()
                        : Flow.failed(
                            named(failed.get(0).key())
                                .damaged("is not in the manifest and could not be deleted")));
  }
}
