package dev.evenkeel.timeseries.internal.plan.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.flow.Done;
import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.core.lease.Lease;
import dev.evenkeel.core.pace.PacedFlows;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.FileNote;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.Header;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.spec.ArchiveMethod;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchiveMismatchException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The archive of one table by scan: writes what is not written yet, then reads the table once more,
 * with other cuts, and compares.
 */
final class ScanArchive implements TableArchive {
  private final TimeSeriesSpec spec;
  private final TimeSpan span;
  private final TableDescription table;
  private final ProgressLog log;
  private final Progress progress;
  private final ArchiveStore store;
  private final ScanWriting writing;
  private final ScanChecking checking;
  private final Supplier<Lease> lease;

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
    this.log = log;
    this.progress = progress;
    this.lease = lease;
    ArchivePolicy policy = requireNonNull(spec.archive());
    Header header = requireNonNull(progress.header());
    ScanTerms terms = ScanTerms.of(policy, table);
    PacedFlows paced = terms.paced(nanos);
    this.store = ArchiveStore.of(policy, header.exportId());
    this.writing =
        new ScanWriting(
            store,
            log,
            progress,
            terms.settings(header.segments()),
            policy.fileBytes(),
            paced,
            lease);
    this.checking =
        new ScanChecking(
            terms.settings(segmentsToCheck(header)),
            paced,
            progress.checks(),
            note -> log.note(note, lease.get()));
  }

  /** One more than were written, so that both scans cut the table at other places. */
  private static int segmentsToCheck(Header header) {
    return header.segments() + 1;
  }

  private Header header() {
    return requireNonNull(progress.header());
  }

  @Override
  public Flow<Slice> slice(Supplier<Flow<Boolean>> isOver, Instant now) {
    if (!isWritten()) {
      return writing
          .slice(isOver)
          .then(done -> isWritten() ? noteWritten(now) : Flow.done())
          .map(done -> Slice.GOES_ON);
    }
    if (!isChecked()) {
      return checking.slice(isOver).map(done -> isChecked() ? Slice.READ : Slice.GOES_ON);
    }
    return Flow.of(Slice.READ);
  }

  @Override
  public Flow<Done> flush() {
    return writing.flush();
  }

  private boolean isWritten() {
    return progress.toWrite(header().segments()).isEmpty();
  }

  private boolean isChecked() {
    return checking.isOver();
  }

  private Flow<Done> noteWritten(Instant now) {
    return header().written() != null ? Flow.done() : claim(header().written(now));
  }

  private Flow<Done> claim(Header header) {
    return log.claim(header, lease.get())
        .map(
            claimed -> {
              progress.header(claimed);
              return Done.DONE;
            });
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
   * Compares both scans, and writes what makes the files an archive.
   *
   * @return fails with {@link ArchiveMismatchException} if the table was written to, which is noted
   *     so that nobody tries for ever
   */
  @Override
  public Flow<ArchivedTable> verified(Instant now) {
    ContentDigest written = progress.writtenDigest();
    ContentDigest checked = progress.checks().digest();
    if (!written.equals(checked)) {
      String difference =
          "%d items were written, %d were read to verify%s"
              .formatted(
                  written.itemCount(),
                  checked.itemCount(),
                  written.itemCount() == checked.itemCount() ? ", and they differ" : "");
      return claim(header().failed(difference))
          .then(
              done ->
                  Flow.failed(
                      new ArchiveMismatchException(
                          table.tableName(), header().exportId(), difference)));
    }
    return Flow.defer(() -> header().written() == null ? claim(header().written(now)) : Flow.done())
        .then(done -> new Manifests(store, progress).write(spec, span, table))
        .map(sha256 -> archived(sha256, now));
  }

  private ArchivedTable archived(String filesSha256, Instant now) {
    return new ArchivedTable(
        table.tableName(),
        span,
        header().tableId(),
        header().created(),
        ArchiveMethod.SCAN,
        store.bucket().bucket(),
        store.bucket().prefix(),
        header().exportId(),
        progress.writtenDigest().itemCount(),
        progress.files().stream().mapToLong(FileNote::bytes).sum(),
        progress.writtenDigest().text(),
        filesSha256,
        now,
        null);
  }
}
