package dev.evenkeel.timeseries.internal.plan.restore;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.work.PassRun;
import dev.evenkeel.core.internal.work.WorkTotal;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveVerification.Proven;
import dev.evenkeel.timeseries.internal.plan.archive.DigestTally;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestFile;
import dev.evenkeel.timeseries.internal.plan.restore.RestoreProgress.Header;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The passes of a restore by workers of a job. The run only begins each pass and waits for it: it
 * alone holds the lease, so that no worker makes the table or ends the restore.
 */
final class SharedPasses implements RestorePasses {
  private static final Duration LOOK = Duration.ofSeconds(2);

  private final TimeSeriesSpec spec;
  private final SharedRestore restore;
  private final SharedPass job;
  private final List<String> keys;
  private final TargetTransfer transfer;
  private final RestoreLog log;
  private boolean isAnnounced;
  private String doing = "checked";
  private WorkTotal last = WorkTotal.NONE;
  private long written;

  /**
   * @param keys the whole keys of all files
   */
  private SharedPasses(
      TimeSeriesSpec spec,
      SharedRestore restore,
      SharedPass job,
      List<String> keys,
      TargetTransfer transfer,
      RestoreLog log) {
    this.spec = spec;
    this.restore = restore;
    this.job = job;
    this.keys = keys;
    this.transfer = transfer;
    this.log = log;
  }

  /**
   * The passes of a restore whose header has a job.
   *
   * @param header with an id
   */
  static SharedPasses of(
      TimeSeriesSpec spec,
      String controlTable,
      RestoreOrder order,
      Header header,
      Proven proven,
      TargetTransfer transfer,
      RestoreLog log) {
    List<String> keys = proven.files().files().stream().map(ManifestFile::dataFileS3Key).toList();
    SharedRestore restore =
        new SharedRestore(
            order.tableName(),
            order.target(),
            header.exportId(),
            requireNonNull(header.restoreId()),
            SharedRestore.segments(keys.size()));
    SharedPass job = SharedPass.of(controlTable, requireNonNull(header.job()));
    return new SharedPasses(spec, restore, job, keys, transfer, log);
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
    SharedPass paced = job.unitsPerSecond(transfer.writeUnits(table));
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
    SharedPass paced = job.unitsPerSecond(transfer.readUnits(table));
    return digest("verified", restore.verifying(paced), isOver);
  }

  private Flow<Optional<ContentDigest>> digest(
      String what, PassRun pass, Supplier<Flow<Boolean>> isOver) {
    return total(what, pass, isOver)
        .map(
            total ->
                total.isDone() ? Optional.of(DigestTally.digest(total.tally())) : Optional.empty());
  }

  /** Begins a pass if need be, and looks at it once, or after a while if it is not done. */
  private Flow<WorkTotal> total(String what, PassRun pass, Supplier<Flow<Boolean>> isOver) {
    doing = what;
    return announced()
        .then(done -> pass.begun())
        .then(done -> pass.total())
        .then(total -> seen(total) ? Flow.of(total) : waited(pass, isOver));
  }

  private Flow<WorkTotal> waited(PassRun pass, Supplier<Flow<Boolean>> isOver) {
    return isOver
        .get()
        .then(
            over ->
                over
                    ? Flow.of(last)
                    : Flow.ask(Pause.of(LOOK))
                        .then(done -> pass.total())
                        .then(total -> seen(total) ? Flow.of(total) : waited(pass, isOver)));
  }

  private boolean seen(WorkTotal total) {
    last = total;
    return total.isDone();
  }

  private Flow<Done> announced() {
    return isAnnounced
        ? Flow.done()
        : log.change(restore.announcement(job))
            .map(
                done -> {
                  isAnnounced = true;
                  return done;
                });
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
    return "workers of job '%s' have %s %d of %d segments"
        .formatted(job.name(), doing, last.done(), last.segments());
  }

  @Override
  public Flow<Done> forgotten() {
    return restore.forgotten(spec, job);
  }
}
