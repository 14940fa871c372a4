package dev.evenkeel.timeseries.internal.plan.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.objects.internal.spec.ObjectPage.ListedObject;
import dev.evenkeel.objects.spec.BucketSpec.ObjectEncryption;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.Header;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveLayout;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveOrigin;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFileName;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestFile;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestFiles;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestSummary;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Writes the manifests of an archive. The summary is written last. */
final class ManifestWriter {
  private final ArchiveRecord archive;
  private final ArchiveStore store;
  private final Progress progress;

  ManifestWriter(ArchiveRecord archive) {
    this.archive = archive;
    this.store = archive.store();
    this.progress = archive.progress();
  }

  /**
   * Removes unrecorded data files, which would duplicate items, and writes the manifests of the
   * others, which must exist.
   *
   * @return the SHA-256 of the manifest of files
   */
  Flow<String> write() {
    ArchiveLayout layout = store.layout();
    byte[] files = files().bytes();
    byte[] summary = summary().bytes();
    return removeUnnoted()
        .then(done -> store.putOnce(layout.startedKey(), new byte[0]))
        .then(done -> store.putManifest(layout.filesKey(), files))
        .then(done -> store.putManifest(layout.summaryKey(), summary))
        .map(done -> Sha256.hex(files));
  }

  private Flow<Done> removeUnnoted() {
    return store
        .listData()
        .then(
            listed -> {
              requireNoted(listed);
              Set<String> noted = new HashSet<>();
              progress.files().forEach(file -> noted.add(key(file)));
              List<String> unnoted =
                  listed.stream()
                      .map(ListedObject::key)
                      .filter(key -> !noted.contains(key))
                      .toList();
              return store.deleteData(unnoted);
            });
  }

  /** The bucket may have been changed or emptied since. */
  private void requireNoted(List<ListedObject> listed) {
    Map<String, Long> lengths = store.lengths(listed);
    for (FileNote file : progress.files()) {
      Long length = lengths.get(store.fullKey(key(file)));
      if (length == null || length != file.bytes()) {
        throw store.named(key(file)).damaged("was written, and is not there as it was");
      }
    }
  }

  private String key(FileNote file) {
    return store.layout().dataKey(DataFileName.parse(file.name()));
  }

  private ManifestFiles files() {
    return new ManifestFiles(
        progress.files().stream()
            .map(
                file ->
                    new ManifestFile(
                        store.fullKey(key(file)),
                        file.items(),
                        file.md5(),
                        file.etag(),
                        file.bytes(),
                        file.sha256()))
            .toList());
  }

  private ManifestSummary summary() {
    Header header = archive.header();
    TableDescription table = archive.table();
    String prefix = store.bucket().prefix();
    ObjectEncryption encryption = store.bucket().encryption();
    return new ManifestSummary(
        table.tableArn() + "/export/" + header.exportId(),
        header.began(),
        requireNonNull(header.written()),
        table.tableArn(),
        header.tableId(),
        header.began(),
        store.bucket().bucket(),
        prefix.isEmpty() ? null : prefix.substring(0, prefix.length() - 1),
        algorithm(encryption),
        encryption instanceof ObjectEncryption.Kms kms ? kms.keyId() : null,
        store.fullKey(store.layout().filesKey()),
        0,
        progress.writtenDigest().itemCount(),
        new ArchiveOrigin(
            ArchiveMethod.SCAN,
            table.tableName(),
            archive.spec().tableName(),
            archive.span(),
            KeySchema.of(table.keySchema(), table.attributeDefinitions()),
            progress.writtenDigest()));
  }

  private static @Nullable String algorithm(ObjectEncryption encryption) {
    if (encryption instanceof ObjectEncryption.Kms) {
      return "KMS";
    }
    return encryption instanceof ObjectEncryption.S3Managed ? "AES256" : null;
  }
}
