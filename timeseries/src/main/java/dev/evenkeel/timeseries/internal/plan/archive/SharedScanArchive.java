package dev.evenkeel.timeseries.internal.plan.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.work.PassRun;
import dev.evenkeel.core.internal.work.WorkTotal;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The archive of one table by scans that workers share. The run only begins the scans, waits for
 * them, compares them, and writes the manifests: as the one who holds the lease, when all segments
 * are done.
 */
final class SharedScanArchive implements TableArchive {
  private final ArchiveRecord archive;
  private final SharedScans scans;
  private final SharedPass job;
  private final PassRun writing;
  private final PassRun checking;
  private final SharedLook look;
  private boolean isAnnounced;
  private boolean isLoaded;
  private @Nullable ContentDigest checked;

  /**
   * @param job at the pace of the scans
   */
  SharedScanArchive(ArchiveRecord archive, SharedPass job) {
    this.archive = archive;
    this.job = job;
    this.scans = SharedScans.of(archive.table().tableName(), archive.header());
    this.writing = scans.writing(job, archive.policy());
    this.checking = scans.checking(job);
    this.look = new SharedLook(job.name());
  }

  @Override
  public Flow<Slice> slice(Supplier<Flow<Boolean>> isOver, Instant now) {
    if (!isAnnounced) {
      return writing
          .begun()
          .then(done -> scans.announced(job))
          .map(
              done -> {
                isAnnounced = true;
                return Slice.GOES_ON;
              });
    }
    if (!isLoaded) {
      return look.at(writing, isOver)
          .then(total -> total.isDone() ? loaded(total, now) : Flow.of(Slice.GOES_ON));
    }
    if (archive.isSettling(now)) {
      return Flow.of(Slice.SETTLES);
    }
    return checking
        .begun()
        .then(done -> look.at(checking, isOver))
        .map(
            total -> {
              checked = total.isDone() ? DigestTally.digest(total.tally()) : null;
              return checked == null ? Slice.GOES_ON : Slice.READ;
            });
  }

  /** What was noted must be all that was counted. */
  private Flow<Slice> loaded(WorkTotal total, Instant now) {
    return writing
        .notes()
        .then(
            notes -> {
              notes.forEach(note -> archive.progress().add(ProgressFormat.file(note)));
              ContentDigest counted = DigestTally.digest(total.tally());
              ContentDigest noted = archive.progress().writtenDigest();
              if (!noted.equals(counted)) {
                throw new IllegalStateException(
                    "the files of archive %s of table '%s' are noted with %d items, and %d were counted. Begin it anew by restartArchive"
                        .formatted(
                            scans.exportId(),
                            scans.tableName(),
                            noted.itemCount(),
                            counted.itemCount()));
              }
              isLoaded = true;
              look.forget();
              return archive.noteWritten(now);
            })
        .map(done -> Slice.GOES_ON);
  }

  @Override
  public Flow<Boolean> flush(Supplier<Flow<Boolean>> isOver) {
    return Flow.of(true);
  }

  @Override
  public String standing() {
    return look.standing(isLoaded ? "verified" : "written");
  }

  @Override
  public Flow<ArchivedTable> verified(Instant now) {
    return archive.verifiedScan(requireNonNull(checked, "the table was not read to verify"), now);
  }
}
