package dev.evenkeel.timeseries.internal.plan.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.objects.internal.spec.ObjectPage.ListedObject;
import dev.evenkeel.objects.internal.spec.ObjectRestore;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveLayout;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveObject;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveOrigin;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestFile;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestFiles;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestSummary;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.SdkBytes;

/**
 * Verifies that an archive is unchanged since its verification: the manifest byte by byte, and
 * exactly its files with their lengths, and for a table that is to be deleted with their ETags.
 * Reads no data file, so frozen ones are verified too. Costs two GetObjects and a listing.
 */
public final class ArchiveVerification {
  private final ArchiveStore store;
  private final ArchivedTable archive;
  private final boolean withChecksums;

  /**
   * An unchanged archive.
   *
   * @param lengths of its data files in bytes, by their whole keys
   * @param frozen the whole keys of those whose class has S3 restore them before they are read
   * @param storedAnew the whole keys of those that were stored once more, whatever they hold
   */
  public record Proven(
      ManifestFiles files,
      Map<String, Long> lengths,
      Set<String> frozen,
      SortedSet<String> storedAnew) {

    /** Opens a data file; nothing is sent yet. */
    public FileItems open(ArchiveStore store, int number) {
      ManifestFile file = files.files().get(number);
      return new FileItems(store, file, lengths.getOrDefault(file.dataFileS3Key(), 0L));
    }
  }

  private ArchiveVerification(ArchivePolicy policy, ArchivedTable archive, boolean withChecksums) {
    this.store = ArchiveStore.of(policy, archive.exportId());
    this.archive = archive;
    this.withChecksums = withChecksums;
  }

  /**
   * Fails with an ArchiveException that names the change, and with a RefusedOperationException if
   * the archive is elsewhere than the policy says.
   *
   * @return the manifest's files with their lengths, and those that need a restore
   */
  public static Flow<Proven> require(ArchivePolicy policy, ArchivedTable archive) {
    return require(policy, archive, false);
  }

  private static Flow<Proven> require(
      ArchivePolicy policy, ArchivedTable archive, boolean withChecksums) {
    return Flow.defer(
        () -> {
          ArchiveStore.requireHere("verify", policy, archive);
          return new ArchiveVerification(policy, archive, withChecksums).whole();
        });
  }

  /**
   * Fails, too, if a data file was stored once more, as it may hold something else in the same
   * number of bytes, and if a manifest has lost its checksum, without which a rebuild of the
   * catalogue does not take the archive. Where a store gives no ETags, nothing tells of the files.
   * Or if it is marked as given up, as an older copy of the catalogue may still have it. Costs two
   * GetObjects and a HeadObject more.
   */
  public static Flow<Done> requireAsStored(ArchivePolicy policy, ArchivedTable archive) {
    ArchiveStore store = ArchiveStore.of(policy, archive.exportId());
    return require(policy, archive, true)
        .then(proven -> store.isGivenUp().then(is -> is ? givenUp(store) : Flow.of(proven)))
        .then(
            proven ->
                proven.storedAnew().isEmpty()
                    ? Flow.done()
                    : Flow.failed(
                        new ArchiveObject(archive.bucket(), proven.storedAnew().first())
                            .damaged(
                                "was stored once more since it was written: its ETag is another one (so are those of %d more). The table can be archived anew by 'evenkeel tables archive --restart' or restartArchive(tableName)"
                                    .formatted(proven.storedAnew().size() - 1))));
  }

  /**
   * Refuses an archive that is elsewhere than the policy says, and one that is marked as given up,
   * which an older copy of the catalogue may still have: it may lack items. Costs a HeadObject.
   *
   * @param operation what would read it
   */
  public static Flow<Done> requireReadable(
      String operation, ArchivePolicy policy, ArchivedTable archive) {
    ArchiveStore.requireHere(operation, policy, archive);
    ArchiveStore store = ArchiveStore.of(policy, archive.exportId());
    ArchiveObject mark = store.named(store.layout().givenUpKey());
    return store
        .isGivenUp()
        .then(
            is ->
                is
                    ? Flow.failed(
                        new RefusedOperationException(
                            operation,
                            archive.tableName(),
                            "the catalogue has archive '%s', which was given up, as items could come after it: s3://%s/%s says so"
                                .formatted(archive.exportId(), mark.bucket(), mark.key()),
                            "This call wrote nothing. While the table is there, 'evenkeel tables archive --restart' (restartArchive(tableName)) has it archived anew; leave that object where it is, for it keeps the table from being deleted. If the table is gone, the control table may be an older copy: 'evenkeel tables catalogue rebuild' (planCatalogue()) lists the archives of the table and says how a later one takes its place. Only if this one is all that is left of the table, remove that object and repeat"))
                    : Flow.done());
  }

  private static <T> Flow<T> givenUp(ArchiveStore store) {
    return Flow.failed(
        store
            .named(store.layout().givenUpKey())
            .damaged(
                "says that the archive was given up, as items could come after it. The table can be archived anew by 'evenkeel tables archive --restart' or restartArchive(tableName)"));
  }

  private Flow<Proven> whole() {
    ArchiveLayout layout = store.layout();
    ArchiveObject manifest = store.named(layout.filesKey());
    return read(layout.filesKey())
        .then(bytes -> files(manifest, bytes))
        .then(files -> read(layout.summaryKey()).then(bytes -> of(files, bytes)))
        .then(files -> store.listData().map(listed -> compare(files, listed)));
  }

  private Flow<byte[]> read(String key) {
    return withChecksums ? store.checked(key) : store.read(key).map(SdkBytes::asByteArrayUnsafe);
  }

  /** The summary must be of this table, and count what the files do. */
  private Flow<ManifestFiles> of(ManifestFiles files, byte[] bytes) {
    ArchiveObject object = store.named(store.layout().summaryKey());
    ManifestSummary summary = ManifestSummary.read(object, bytes);
    summary.requireOf(object, archive.tableName(), archive.tableId());
    summary.requireCountOf(object, files);
    if (files.itemCount() != archive.items()) {
      return Flow.failed(
          object.damaged(
              "tells of %d items, and %d were verified"
                  .formatted(files.itemCount(), archive.items())));
    }
    return withChecksums && !isOfItems(summary)
        ? Flow.failed(object.damaged("tells of other items than were verified"))
        : Flow.of(files);
  }

  /** A restore compares the items themselves. */
  private boolean isOfItems(ManifestSummary summary) {
    ArchiveOrigin origin = summary.origin();
    return origin == null
        || origin.content() == null
        || archive.digest() == null
        || origin.content().text().equals(archive.digest());
  }

  private Flow<ManifestFiles> files(ArchiveObject manifest, byte[] content) {
    return Sha256.hex(content).equals(archive.manifestSha256())
        ? Flow.of(ManifestFiles.read(manifest, content))
        : Flow.failed(manifest.damaged("is not what it was when the archive was verified"));
  }

  private Set<String> frozen(List<ListedObject> listed) {
    return listed.stream()
        .filter(object -> ObjectRestore.isNeededFor(object.storageClass()))
        .map(object -> store.fullKey(object.key()))
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * The files with another ETag than the manifest says. DynamoDB wrote the manifest of a native
   * export: there a file counts only if S3 has written it after the verification, too.
   */
  private SortedSet<String> storedAnew(ManifestFiles files, List<ListedObject> listed) {
    Map<String, ListedObject> objects = new HashMap<>();
    listed.forEach(object -> objects.put(store.fullKey(object.key()), object));
    return files.files().stream()
        .filter(file -> isStoredAnew(file, requireNonNull(objects.get(file.dataFileS3Key()))))
        .map(ManifestFile::dataFileS3Key)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private boolean isStoredAnew(ManifestFile file, ListedObject object) {
    boolean isOther =
        file.etag() != null
            && object.etag() != null
            && !unquoted(file.etag()).equals(unquoted(object.etag()));
    return isOther
        && (file.isOurs()
            || (object.lastModified() != null
                && object.lastModified().isAfter(archive.verified())));
  }

  private static String unquoted(String etag) {
    return etag.replace("\"", "");
  }

  /** Manifests of native exports list no lengths. */
  private void requireBytes(long bytes) {
    if (bytes != archive.bytes()) {
      throw new ArchiveObject(archive.bucket(), archive.prefix() + store.layout().dataFolder())
          .damaged("holds %d bytes, and %d were verified".formatted(bytes, archive.bytes()));
    }
  }

  private Proven compare(ManifestFiles files, List<ListedObject> listed) {
    Map<String, Long> lengths = store.lengths(listed);
    files.requireExactly(store.bucket().bucket(), lengths);
    requireBytes(listed.stream().mapToLong(ListedObject::length).sum());
    return new Proven(files, lengths, frozen(listed), storedAnew(files, listed));
  }
}
