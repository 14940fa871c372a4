package dev.evenkeel.sharding.internal.plan.upload;

import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.pace.CapacityPace;
import dev.evenkeel.sharding.internal.plan.upload.Course.Phase;
import dev.evenkeel.sharding.spec.upload.RejectedItem;
import dev.evenkeel.sharding.spec.upload.UploadCheckpoint;
import dev.evenkeel.sharding.spec.upload.UploadFailedException.Reason;
import dev.evenkeel.sharding.spec.upload.UploadProgress;
import dev.evenkeel.sharding.spec.upload.UploadReport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;

/**
 * An upload from its first record to its report: it says what is to be begun, and hears of each
 * end.
 *
 * <p>The window is kept full and batches are taken from it, as many at a time as allowed. While the
 * source goes on, nothing is sent from a window that is less than half full: of a sorted source
 * there would be nothing to spread. A batch that leaves something unprocessed, or fails in a way
 * that passes, is followed by a pause, in which its place among the batches under way stays empty
 * and its partition keys rest; other partition keys go on.
 *
 * <p>It ends in one of two ways. At the end of the source, or of what can be read or accepted of
 * it, everything that was read is still sent. When it is stopped, or fails otherwise, nothing more
 * is sent. Either way it waits for the batches under way, and for the last checkpoint to be saved.
 */
public final class UploadLoop {
  private final UploadSettings settings;
  private final Intake intake;
  private final Window window = new Window();
  private final Backoff backoff;
  private final CapacityPace pace;
  private final UploadTally tally;
  private final CheckpointKeeper keeper;
  private final Errands errands = new Errands();
  private final Course course = new Course();
  private final Queue<Errand.Resting> restsWanted = new ArrayDeque<>();
  private boolean sourceEnded;
  private boolean over;

  /**
   * Makes an upload that goes on from a checkpoint.
   *
   * @param intake what the reader of the source uses too
   * @param startNanos the monotonic time now
   */
  public UploadLoop(
      UploadSettings settings, Intake intake, UploadCheckpoint from, long startNanos) {
    this.settings = settings;
    this.intake = intake;
    this.pace = settings.pace();
    this.backoff = new Backoff(settings.concurrency());
    this.tally = new UploadTally(startNanos);
    this.keeper = new CheckpointKeeper(from, settings.saveEveryNanos(), startNanos);
  }

  /** How far it is. */
  public UploadProgress progress() {
    return tally.progress();
  }

  /** The records that were rejected since this was asked last. */
  public List<RejectedItem> takeRejected() {
    return tally.takeUntold();
  }

  /** Ends the upload as a failure of the listener. */
  public void abort(Throwable cause) {
    course.fail(Phase.HALTING, Reason.LISTENER, "its listener threw", cause);
  }

  /**
   * What to begin.
   *
   * @param ticket tells what is under way apart
   */
  public record Begun(int ticket, UploadAsk ask) {}

  /** What to begin next; null if nothing is, before something that was begun has ended. */
  public @Nullable Begun next() {
    over = false;
    Begun next = rest();
    next = next == null ? save() : next;
    next = next == null ? read() : next;
    next = next == null ? send() : next;
    return next != null || mustWait() ? next : finish();
  }

  /** Whether the upload is over, now that nothing more is to be begun. */
  public boolean isOver() {
    return over;
  }

  /**
   * How the upload ended.
   *
   * @throws dev.evenkeel.sharding.spec.upload.UploadFailedException if it failed
   */
  public UploadReport end() {
    Problem problem = course.problem();
    UploadReport report = new UploadReport(tally.progress(), tally.rejectedFirst(), last(problem));
    if (problem != null) {
      throw problem.exception(report);
    }
    return report;
  }

  /** What only waits, for time or for records, is abandoned when the upload halts. */
  private boolean mustWait() {
    return course.is(Phase.HALTING)
        ? errands.isUnderWay(Errand.Sending.class) || errands.isUnderWay(Errand.Saving.class)
        : errands.areUnderWay();
  }

  private @Nullable Begun rest() {
    Errand.Resting rest = course.is(Phase.HALTING) ? null : restsWanted.poll();
    return rest == null ? null : errands.begin(new UploadAsk.Wait(rest.pause()), rest);
  }

  private @Nullable Begun save() {
    return keeper.isDue(tally.nowNanos) ? save(keeper.current(false)) : null;
  }

  private Begun save(UploadCheckpoint checkpoint) {
    keeper.saving(checkpoint, tally.nowNanos);
    return errands.begin(new UploadAsk.Save(checkpoint), new Errand.Saving());
  }

  private @Nullable Begun read() {
    UploadAsk.Read wanted = settings.readInto(window);
    return !course.is(Phase.READING) || wanted == null || errands.isUnderWay(Errand.Reading.class)
        ? null
        : errands.begin(wanted, new Errand.Reading());
  }

  private @Nullable Begun send() {
    if (!maySend()) {
      return null;
    }
    long waitNanos = pace.waitNanos(tally.nowNanos);
    if (waitNanos > 0) {
      return errands.begin(
          new UploadAsk.Wait(Pause.of(Duration.ofNanos(waitNanos))), new Errand.Pacing());
    }
    UploadBatch batch = new UploadBatch(window.takeBatch());
    CapacityPace.Charge charge = pace.charge(batch.estimatedUnits());
    return errands.begin(
        new UploadAsk.Send(batch.request(settings.table())), new Errand.Sending(batch, charge));
  }

  private boolean maySend() {
    return !course.is(Phase.HALTING)
        && errands.placesTaken() < settings.concurrency()
        && (course.is(Phase.DRAINING) || settings.isHalfFull(window))
        && !errands.isUnderWay(Errand.Pacing.class)
        && window.hasReady();
  }

  private @Nullable Begun finish() {
    UploadCheckpoint last = last(course.problem());
    if (keeper.lacks(last)) {
      return save(last);
    }
    over = true;
    return null;
  }

  private UploadCheckpoint last(@Nullable Problem problem) {
    return keeper.current(sourceEnded && window.items() == 0 && problem == null);
  }

  /** What was begun has ended. */
  public void ended(int ticket, UploadReply reply) {
    tally.nowNanos = reply.nowNanos();
    if (reply.stopping()) {
      course.halt();
    }
    Errand errand = errands.end(ticket);
    UploadAnswer answer = reply.answer();
    if (answer instanceof UploadAnswer.Failed failed) {
      failed(errand, failed.cause());
    } else if (answer instanceof UploadAnswer.Chunk chunk) {
      read(chunk);
    } else if (answer instanceof UploadAnswer.Written written
        && errand instanceof Errand.Sending sending) {
      written(sending, written.response());
    } else if (errand instanceof Errand.Resting resting) {
      window.resume(resting.queues());
    } else if (errand instanceof Errand.Saving) {
      keeper.saved();
    }
  }

  private void failed(@Nullable Errand errand, Throwable cause) {
    if (errand instanceof Errand.Sending sending) {
      failed(sending, cause);
    } else if (errand instanceof Errand.Saving) {
      keeper.failed();
      course.fail(Phase.HALTING, Reason.CHECKPOINT, "its checkpoint could not be saved", cause);
    } else if (errand instanceof Errand.Resting resting) {
      window.resume(resting.queues());
    } else if (errand instanceof Errand.Reading) {
      course.fail(Phase.DRAINING, Reason.SOURCE, "its source could not be read any further", cause);
    }
  }

  private void read(UploadAnswer.Chunk chunk) {
    chunk.entries().forEach(this::take);
    sourceEnded = chunk.end() && course.is(Phase.READING);
    if (sourceEnded) {
      course.drain();
    }
  }

  /** What follows a record that stops the upload is left for the next run. */
  private void take(UploadEntry entry) {
    if (!course.is(Phase.READING)) {
      return;
    }
    tally.recordsRead++;
    if (entry instanceof UploadEntry.Item item) {
      window.add(item);
    } else if (entry instanceof UploadEntry.Rejected rejected) {
      reject(rejected.item());
    }
  }

  /** Whether the record may be passed over. */
  private boolean reject(RejectedItem item) {
    tally.note(item);
    if (keeper.itemsRejected() >= settings.rejectedMax()) {
      String text =
          "more than %d records were rejected, the last of them %s"
              .formatted(settings.rejectedMax(), item.toString().replaceFirst("\\.$", ""));
      course.fail(Phase.DRAINING, Reason.REJECTED, text, item.cause());
      return false;
    }
    tally.itemsRejected++;
    keeper.reject(item.position());
    return true;
  }

  private void written(Errand.Sending sending, BatchWriteItemResponse response) {
    double units = UploadBatch.consumedUnits(response);
    answered(sending, units);
    List<HeldItem> left = sending.batch().unprocessed(response, intake);
    for (HeldItem held : sending.batch().items()) {
      if (!left.contains(held)) {
        held.queue.failures = 0;
        tally.itemsStored++;
        keeper.store(held.item.position());
        window.settle(held);
      }
    }
    if (left.isEmpty()) {
      backoff.succeeded();
    } else {
      repeat(left, null);
    }
  }

  private void answered(Errand.Sending sending, double units) {
    tally.batches++;
    tally.partitionKeys += sending.batch().queues().size();
    tally.units += units;
    pace.settle(sending.charge(), units);
  }

  private void failed(Errand.Sending sending, Throwable cause) {
    answered(sending, 0);
    List<HeldItem> items = sending.batch().items();
    switch (SendFailure.of(cause)) {
      case PASSING -> repeat(items, cause);
      case ITEM -> narrow(items, cause);
      case LASTING -> course.fail(Phase.HALTING, Reason.REFUSED, "a batch was refused", cause);
    }
  }

  private void repeat(List<HeldItem> items, @Nullable Throwable cause) {
    tally.itemsRetried += items.size();
    Set<PartitionQueue> queues = UploadBatch.queuesOf(items);
    Errand.Resting rest = new Errand.Resting(queues, backoff.afterFailure(queues));
    window.pause(queues);
    window.putBack(items);
    restsWanted.add(rest);
    for (HeldItem held : items) {
      if (++held.attempts >= settings.attemptsMax()) {
        String text = "the item at position %d was not stored in %d attempts";
        course.fail(
            Phase.HALTING,
            Reason.ATTEMPTS,
            text.formatted(held.item.position(), held.attempts),
            cause);
        return;
      }
    }
  }

  /** Halves the batch until the one item is alone that is to blame. */
  private void narrow(List<HeldItem> items, Throwable cause) {
    if (items.size() == 1) {
      HeldItem held = items.get(0);
      String reason = "DynamoDB or the client refuses it; the cause says why";
      RejectedItem item = new RejectedItem(held.item.position(), held.item.line(), reason, cause);
      // One that stops the upload stays, so that no later version of it is stored before it.
      if (reject(item)) {
        window.settle(held);
      }
      return;
    }
    items.forEach(held -> held.batchItemsMax = Math.max(1, items.size() / 2));
    window.putBack(items);
  }
}
