package dev.evenkeel.timeseries.internal.plan.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.FileNote;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.Header;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The archive of one table by scan: writes the missing segments, then scans the table again with
 * another segmentation and compares.
 */
final class ScanArchive implements TableArchive {
  private final TimeSeriesSpec spec;
  private final TimeSpan span;
  private final TableDescription table;
  private final Progress progress;
  private final ArchiveStore store;
  private final ArchiveRecord note;
  private final ScanWriter writing;
  private final ScanVerifier checking;

  ScanArchive(
      TimeSeriesSpec spec,
      TimeSpan span,
      TableDescription table,
      ProgressLog log,
      Progress progress,
      LongSupplier nanos,
      Supplier<Lease> lease) {
    this.spec = spec;
    this.span = span;
    this.table = table;
    this.progress = progress;
    ArchivePolicy policy = requireNonNull(spec.archive());
    Header header = requireNonNull(progress.header());
    ScanPace settings = ScanPace.of(policy, table);
    PacedFlows paced = settings.paced(nanos);
    this.store = ArchiveStore.of(policy, header.exportId());
    this.note = new ArchiveRecord(span, table, store, log, progress, lease);
    this.writing =
        new ScanWriter(
            store,
            log,
            progress,
            settings.settings(header.segments()),
            policy.fileBytes(),
            paced,
            lease);
    this.checking =
        new ScanVerifier(
            settings.settings(segmentsToCheck(header)),
            paced,
            progress.checks(),
            check -> log.note(check, lease.get()));
  }

  /**
   * The number of segments to verify: one more than written, so that the scans cut the table at
   * different places.
   */
  private static int segmentsToCheck(Header header) {
    return header.segments() + 1;
  }

  private Header header() {
    return note.header();
  }

  @Override
  public Flow<Slice> slice(Supplier<Flow<Boolean>> isOver, Instant now) {
    if (!isWritten()) {
      return writing
          .slice(isOver)
          .then(done -> isWritten() ? noteWritten(now) : Flow.done())
          .map(done -> Slice.GOES_ON);
    }
    if (isSettling(now)) {
      return Flow.of(Slice.SETTLES);
    }
    if (!isChecked()) {
      return checking.slice(isOver).map(done -> isChecked() ? Slice.READ : Slice.GOES_ON);
    }
    return Flow.of(Slice.READ);
  }

  /**
   * The writing scan may miss a write that a new policy still let through; the verifying scan does
   * not.
   */
  private boolean isSettling(Instant now) {
    return header().frozen() != null && now.isBefore(header().settled());
  }

  @Override
  public Flow<Boolean> flush(Supplier<Flow<Boolean>> isOver) {
    return writing.flush().map(done -> true);
  }

  private boolean isWritten() {
    return progress.toWrite(header().segments()).isEmpty();
  }

  private boolean isChecked() {
    return checking.isOver();
  }

  private Flow<Done> noteWritten(Instant now) {
    return header().written() != null ? Flow.done() : note.claim(header().written(now));
  }

  @Override
  public String standing() {
    ContentDigest written = progress.writtenDigest();
    return isWritten()
        ? "%d of its %d items are verified"
            .formatted(progress.checks().digest().itemCount(), written.itemCount())
        : "%d items in %d files are written"
            .formatted(written.itemCount(), progress.files().size());
  }

  /**
   * Compares both scans and writes the manifests.
   *
   * @return fails with {@link ArchiveException} if the table was written to, which is recorded and
   *     ends further attempts
   */
  @Override
  public Flow<ArchivedTable> verified(Instant now) {
    ContentDigest written = progress.writtenDigest();
    ContentDigest checked = progress.checks().digest();
    if (!written.equals(checked)) {
      return note.differs(written, "written", checked);
    }
    return Flow.defer(
            () -> header().written() == null ? note.claim(header().written(now)) : Flow.done())
        .then(done -> new ManifestWriter(store, progress).write(spec, span, table))
        .map(sha256 -> archived(sha256, now));
  }

  private ArchivedTable archived(String filesSha256, Instant now) {
    ContentDigest written = progress.writtenDigest();
    long bytes = progress.files().stream().mapToLong(FileNote::bytes).sum();
    return note.archived(written.itemCount(), written, bytes, filesSha256, now);
  }
}
