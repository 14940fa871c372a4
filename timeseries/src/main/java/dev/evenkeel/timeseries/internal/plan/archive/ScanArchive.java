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
  private final ScanProof proof;
  private final ScanWriter writing;
  private final ScanVerifier checking;
  private final OwnPace pace;

  ScanArchive(ScanProof proof, LongSupplier nanos) {
    this.proof = proof;
    ArchiveRecord note = proof.note();
    this.progress = note.progress();
    int segments = note.header().segments();
    ScanPace settings = ScanPace.of(note.policy(), note.table());
    this.pace = settings.own(nanos);
    this.writing = new ScanWriter(note, settings.settings(segments, false), pace.paced());
    this.checking =
        new ScanVerifier(
            settings.settings(ScanProof.segmentsToCheck(segments), false),
            pace.paced(),
            progress.checks(),
            progress::note);
  }

  @Override
  public Flow<Slice> slice(Supplier<Flow<Boolean>> isOver, Instant now) {
    if (!isWritten()) {
      return writing
          .slice(isOver)
          .then(done -> isWritten() ? proof.noteWritten(now) : Flow.done())
          .map(done -> Slice.GOES_ON);
    }
    if (proof.isSettling(now)) {
      return Flow.of(Slice.SETTLES);
    }
    if (!isChecked()) {
      return checking.slice(isOver).map(done -> isChecked() ? Slice.READ : Slice.GOES_ON);
    }
    return Flow.of(Slice.READ);
  }

  @Override
  public Flow<Boolean> flush(Supplier<Flow<Boolean>> isOver) {
    return writing.flush().map(done -> true);
  }

  private boolean isWritten() {
    return progress.toWrite(proof.note().header().segments()).isEmpty();
  }

  private boolean isChecked() {
    return checking.isOver();
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
    return proof.verified(now);
  }
}
