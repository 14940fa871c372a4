package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.work.OwnPace;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The archive of one table by scan: writes the missing segments, then scans the table again with
 * another segmentation and compares.
 */
final class ScanArchive implements TableArchive {
  private final Progress progress;
  private final ArchiveRecord archive;
  private final ScanWriter writing;
  private final ScanVerifier checking;
  private final OwnPace pace;

  ScanArchive(ArchiveRecord archive, LongSupplier nanos) {
    this.archive = archive;
    this.progress = archive.progress();
    int segments = archive.header().segments();
    ScanPace settings = ScanPace.of(archive.policy(), archive.table());
    this.pace = settings.own(nanos);
    this.writing = new ScanWriter(archive, settings.settings(segments, false), pace.paced());
    this.checking =
        new ScanVerifier(
            settings.settings(ScanPace.segmentsToCheck(segments), false),
            pace.paced(),
            progress.checks());
  }

  @Override
  public Flow<Slice> slice(Supplier<Flow<Boolean>> isOver, Instant now) {
    if (!isWritten()) {
      return writing
          .slice(isOver)
          .then(done -> isWritten() ? archive.noteWritten(now) : Flow.done())
          .map(done -> Slice.GOES_ON);
    }
    if (archive.isSettling(now)) {
      return Flow.of(Slice.SETTLES);
    }
    if (!checking.isOver()) {
      return checking.slice(isOver).map(done -> checking.isOver() ? Slice.READ : Slice.GOES_ON);
    }
    return Flow.of(Slice.READ);
  }

  @Override
  public Flow<Boolean> flush(Supplier<Flow<Boolean>> isOver) {
    return writing.flush().map(done -> true);
  }

  private boolean isWritten() {
    return progress.toWrite(archive.header().segments()).isEmpty();
  }

  @Override
  public String standing() {
    ContentDigest written = progress.writtenDigest();
    return pace.with(
        isWritten()
            ? "%d of its %d items are verified"
                .formatted(progress.checks().digest().itemCount(), written.itemCount())
            : "%d items in %d files are written"
                .formatted(written.itemCount(), progress.files().size()));
  }

  @Override
  public Flow<ArchivedTable> verified(Instant now) {
    return archive.verifiedScan(progress.checks().digest(), now);
  }
}
