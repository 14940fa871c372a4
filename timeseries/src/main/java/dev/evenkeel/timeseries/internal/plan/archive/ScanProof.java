package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.Header;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.time.Instant;

/** The end of an archive by scan: both scans are compared, and the manifests written. */
record ScanProof(ArchiveRecord note) {

  /** One segment more than was written, so that the scans cut the table at different places. */
  static int segmentsToCheck(int segments) {
    return segments + 1;
  }

  Progress progress() {
    return note.progress();
  }

  /**
   * The writing scan may miss a write that a new policy still let through; the verifying scan does
   * not.
   */
  boolean isSettling(Instant now) {
    return note.header().frozen() != null && now.isBefore(note.header().settled());
  }

  Flow<Done> noteWritten(Instant now) {
    Header header = note.header();
    return header.written() != null ? Flow.done() : progress().claim(header.written(now));
  }

  /**
   * Compares both scans and writes the manifests.
   *
   * @return fails with {@link ArchiveException} if the table was written to, which is recorded and
   *     ends further attempts
   */
  Flow<ArchivedTable> verified(Instant now) {
    ContentDigest written = progress().writtenDigest();
    ContentDigest checked = progress().checks().digest();
    if (!written.equals(checked)) {
      return note.differs(written, "written", checked);
    }
    return Flow.defer(() -> noteWritten(now))
        .then(done -> new ManifestWriter(note).write())
        .map(sha256 -> archived(sha256, now));
  }

  private ArchivedTable archived(String filesSha256, Instant now) {
    ContentDigest written = progress().writtenDigest();
    long bytes = progress().files().stream().mapToLong(FileNote::bytes).sum();
    return note.archived(written.itemCount(), written, bytes, filesSha256, now);
  }
}
