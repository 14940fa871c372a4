package dev.evenkeel.timeseries.internal.plan.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.Header;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The archive of a table that is being made, by whatever method, and how far it is. */
record ArchiveRecord(
    TimeSeriesSpec spec, TimeSpan span, TableDescription table, Progress progress) {

  ArchivePolicy policy() {
    return requireNonNull(spec.archive());
  }

  /** Its objects, under the id that it has now. */
  ArchiveStore store() {
    return ArchiveStore.of(policy(), header().exportId());
  }

  Header header() {
    return requireNonNull(progress.header());
  }

  /** Of an archive by export. */
  NativeExport export() {
    return requireNonNull(header().export());
  }

  /** Removes all that is noted of it, and begins anew. */
  Flow<ArchiveRecord> anew(Header header) {
    return progress.clear().then(done -> progress.claim(header)).map(done -> this);
  }

  /**
   * Whether it is too early for the scan that verifies. The writing scan may miss a write that a
   * new policy still let through; the verifying scan does not.
   */
  boolean isSettling(Instant now) {
    return header().frozen() != null && now.isBefore(header().settled());
  }

  Flow<Done> noteWritten(Instant now) {
    return header().written() != null ? Flow.done() : progress.claim(header().written(now));
  }

  /**
   * The end of an archive by scan: compares both scans and writes the manifests.
   *
   * @param checked of the items that were read to verify
   * @return fails with {@link ArchiveException} if the table was written to, which is recorded and
   *     ends further attempts
   */
  Flow<ArchivedTable> verifiedScan(ContentDigest checked, Instant now) {
    ContentDigest written = progress.writtenDigest();
    if (!written.equals(checked)) {
      return differs(written, "written", checked);
    }
    long bytes = progress.files().stream().mapToLong(FileNote::bytes).sum();
    return Flow.defer(() -> noteWritten(now))
        .then(done -> new ManifestWriter(this).write())
        .map(sha256 -> archived(written.itemCount(), written, bytes, sha256, now));
  }

  /**
   * Records that table and archive differ, which ends further attempts.
   *
   * @param how the items came into the archive
   * @return always fails, with an {@link ArchiveException}
   */
  <T> Flow<T> differs(ContentDigest archived, String how, ContentDigest actual) {
    String difference =
        "%d items were %s, %d were read to verify%s"
            .formatted(
                archived.itemCount(),
                how,
                actual.itemCount(),
                archived.itemCount() == actual.itemCount() ? ", and they differ" : "");
    return progress
        .claim(header().failed(difference))
        .then(
            done ->
                Flow.failed(
                    ArchiveException.mismatch(table.tableName(), header().exportId(), difference)));
  }

  /**
   * The entry for the catalogue.
   *
   * @param digest of the items, if the table was found to have it
   * @param bytes of all files
   */
  ArchivedTable archived(
      long items, @Nullable ContentDigest digest, long bytes, String filesSha256, Instant now) {
    return new ArchivedTable(
        table.tableName(),
        span,
        header().tableId(),
        header().created(),
        header().method(),
        policy().bucket().bucket(),
        policy().bucket().prefix(),
        header().exportId(),
        items,
        bytes,
        digest == null ? null : digest.text(),
        filesSha256,
        now,
        header().frozen() != null,
        null);
  }
}
