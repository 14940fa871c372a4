package dev.evenkeel.timeseries.internal.plan.restore;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.work.PassRun;
import dev.evenkeel.core.internal.work.WorkTotal;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveVerification.Proven;
import dev.evenkeel.timeseries.internal.plan.archive.DigestTally;
import dev.evenkeel.timeseries.internal.plan.archive.SharedLook;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestFile;
import dev.evenkeel.timeseries.internal.plan.restore.RestoreProgress.Header;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The passes of a restore by workers of a job. The run only begins each pass and waits for it: it
 * alone holds the lease, so that no worker makes the table or ends the restore.
 */
final class SharedPasses implements RestorePasses {
  private final TimeSeriesSpec spec;
  private final RestoreOrder order;
  private final SharedRestore restore;
  private final SharedPass job;

  /** The whole keys of all files. */
  private final List<String> keys;

  private final RestoreProgress progress;
  private final SharedLook look;
  private boolean isAnnounced;
  private String doing = "checked";
  private long written;

  /**
   * @param progress of the restore, whose header has an id and a job
   */
  SharedPasses(
      TimeSeriesSpec spec,
      String controlTable,
      RestoreOrder order,
      Proven proven,
      RestoreProgress progress) {
    Header header = progress.header();
    this.spec = spec;
    this.order = order;
    this.keys = proven.files().files().stream().map(ManifestFile::dataFileS3Key).toList();
    this.restore =
        new SharedRestore(
            order.tableName(),
            order.target(),
            header.exportId(),
            requireNonNull(header.restoreId()),
            SharedRestore.segments(keys.size()));
    this.job = SharedPass.of(controlTable, requireNonNull(header.job()));
    this.progress = progress;
    this.look = new SharedLook(job.name());
  }

  @Override
  public Flow<List<String>> unread() {
    return restore
        .writing(spec, job)
        .total()
        .map(total -> total.segments() > 0 && total.isDone() ? List.of() : keys);
  }

  @Override
  public Flow<Optional<ContentDigest>> check(Supplier<Flow<Boolean>> isOver, boolean isEnding) {
    return digest("checked", restore.checking(spec, job), isOver);
  }

  @Override
  public Flow<Boolean> write(
      TableDescription table, Supplier<Flow<Boolean>> isOver, boolean isEnding) {
    SharedPass paced = job.unitsPerSecond(RestorePasses.writeUnits(order, table));
    return total("written", restore.writing(spec, paced), isOver)
        .map(
            total -> {
              written = total.tally().items();
              return total.isDone();
            });
  }

  @Override
  public Flow<Optional<ContentDigest>> verify(
      TableDescription table, Supplier<Flow<Boolean>> isOver) {
    SharedPass paced = job.unitsPerSecond(RestorePasses.readUnits(table));
    return digest("verified", restore.verifying(paced), isOver);
  }

  private Flow<Optional<ContentDigest>> digest(
      String what, PassRun pass, Supplier<Flow<Boolean>> isOver) {
    return total(what, pass, isOver)
        .map(
            total ->
                total.isDone() ? Optional.of(DigestTally.digest(total.tally())) : Optional.empty());
  }

  /** Begins a pass if need be, and waits for it as long as the slice lasts. */
  private Flow<WorkTotal> total(String what, PassRun pass, Supplier<Flow<Boolean>> isOver) {
    doing = what;
    return announced().then(done -> pass.begun()).then(done -> look.at(pass, isOver));
  }

  private Flow<Done> announced() {
    return isAnnounced
        ? Flow.done()
        : progress.notes().change(restore.announcement(job)).atResult(done -> isAnnounced = true);
  }

  @Override
  public boolean isMidway() {
    return false;
  }

  @Override
  public long written() {
    return written;
  }

  @Override
  public String standing() {
    return look.standing(doing);
  }

  @Override
  public Flow<Done> forgotten() {
    return restore.forgotten(spec, job);
  }
}
