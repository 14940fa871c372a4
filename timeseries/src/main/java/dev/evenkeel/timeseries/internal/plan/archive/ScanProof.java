package dev.evenkeel.timeseries.internal.plan.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.FileNote;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.Header;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.time.Instant;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The end of an archive by scan: both scans are compared, and the manifests written. */
record ScanProof(
    TimeSeriesSpec spec,
    TimeSpan span,
    TableDescription table,
    Progress progress,
    ArchiveStore store,
    ArchiveRecord note) {

  static ScanProof of(
      TimeSeriesSpec spec,
      TimeSpan span,
      TableDescription table,
      ProgressLog log,
      Progress progress,
      Supplier<Lease> lease) {
    ArchiveStore store =
        ArchiveStore.of(
            requireNonNull(spec.archive()), requireNonNull(progress.header()).exportId());
    return new ScanProof(
        spec,
        span,
        table,
        progress,
        store,
        new ArchiveRecord(span, table, store, log, progress, lease));
  }

  /** One segment more than was written, so that the scans cut the table at different places. */
  static int segmentsToCheck(int segments) {
    return segments + 1;
  }

  ArchivePolicy policy() {
    return requireNonNull(spec.archive());
  }

  Header header() {
    return note.header();
  }

  /**
   * The writing scan may miss a write that a new policy still let through; the verifying scan does
   * not.
   */
  boolean isSettling(Instant now) {
    return header().frozen() != null && now.isBefore(header().settled());
  }

  Flow<Done> noteWritten(Instant now) {
    return header().written() != null ? Flow.done() : note.claim(header().written(now));
  }

  /**
   * Compares both scans and writes the manifests.
   *
   * @return fails with {@link ArchiveException} if the table was written to, which is recorded and
   *     ends further attempts
   */
  Flow<ArchivedTable> verified(Instant now) {
    ContentDigest written = progress.writtenDigest();
    ContentDigest checked = progress.checks().digest();
    if (!written.equals(checked)) {
      return note.differs(written, "written", checked);
    }
    return Flow.defer(() -> noteWritten(now))
        .then(done -> new ManifestWriter(store, progress).write(spec, span, table))
        .map(sha256 -> archived(sha256, now));
  }

  private ArchivedTable archived(String filesSha256, Instant now) {
    ContentDigest written = progress.writtenDigest();
    long bytes = progress.files().stream().mapToLong(FileNote::bytes).sum();
    return note.archived(written.itemCount(), written, bytes, filesSha256, now);
  }
}
