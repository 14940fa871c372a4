package dev.evenkeel.timeseries.internal.plan.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveObject;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestFiles;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestSummary;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Reads the manifests of a complete export and checks that its files exist. */
record ExportManifests(ArchiveStore store) {
  /**
   * The files of an export.
   *
   * @param lengths in bytes, by their whole keys
   * @param sha256 of the manifest that lists them
   */
  record Listed(ManifestFiles files, Map<String, Long> lengths, String sha256) {
    long bytes() {
      return lengths.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * Fails with an {@link ArchiveException} if a manifest is missing, altered, of another export or
   * table, or does not list exactly what is there.
   */
  Flow<Listed> require(TableDescription table, NativeExport export) {
    return store
        .checked(store.layout().summaryKey())
        .map(bytes -> summary(bytes, table, export))
        .then(this::listed);
  }

  /** The files that a summary goes with; fails if they are not exactly those that are there. */
  Flow<Listed> listed(ManifestSummary summary) {
    return store.checked(store.layout().filesKey()).then(bytes -> listed(summary, bytes));
  }

  private ManifestSummary summary(byte[] bytes, TableDescription table, NativeExport export) {
    ArchiveObject object = store.named(store.layout().summaryKey());
    ManifestSummary summary = ManifestSummary.read(object, bytes);
    summary.requireOf(object, table.tableName(), table.tableId());
    if (!summary.exportArn().equals(requireNonNull(export.arn()))) {
      throw object.damaged("is of another export than '%s'".formatted(export.arn()));
    }
    return summary;
  }

  private Flow<Listed> listed(ManifestSummary summary, byte[] bytes) {
    ArchiveObject object = store.named(store.layout().filesKey());
    ManifestFiles files = ManifestFiles.read(object, bytes);
    summary.requireCountOf(object, files);
    return store
        .listData()
        .map(
            there -> {
              Map<String, Long> lengths = store.lengths(there);
              files.requireExactly(object.bucket(), lengths);
              return new Listed(files, lengths, Sha256.hex(bytes));
            });
  }
}
