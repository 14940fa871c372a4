package dev.evenkeel.upload.internal;

import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.upload.internal.UploadPhase.Phase;
import dev.evenkeel.upload.spec.RejectedItem;
import dev.evenkeel.upload.spec.UploadCheckpoint;
import dev.evenkeel.upload.spec.UploadFailedException.Reason;
import dev.evenkeel.upload.spec.UploadProgress;
import dev.evenkeel.upload.spec.UploadReport;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
  private final Window window = new Window();
  private final UploadTally tally;
  private final CheckpointKeeper keeper;
  private final InFlightTasks tasks = new InFlightTasks();
  private final UploadPhase phase = new UploadPhase();
  private final UploadState state;
  private final SentBatches sent;
  private boolean sourceEnded;
  private boolean over;

  /**
   * Makes an upload that goes on from a checkpoint.
   *
   * @param validator what the reader of the source uses too
   * @param startNanos the monotonic time now
   */
  public UploadLoop(
      UploadSettings settings, RecordValidator validator, UploadCheckpoint from, long startNanos) {
    this.settings = settings;
    this.tally = new UploadTally(startNanos);
    this.keeper = new CheckpointKeeper(from, settings.saveEveryNanos(), startNanos);
    this.state = new UploadState(tally, keeper, phase);
    this.sent = new SentBatches(settings, validator, window, state);
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
    phase.fail(Phase.HALTING, Reason.LISTENER, "its listener threw", cause);
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
   * @throws dev.evenkeel.upload.spec.UploadFailedException if it failed
   */
  public UploadReport end() {
    Problem problem = phase.problem();
    UploadReport report = new UploadReport(tally.progress(), tally.rejectedFirst(), last(problem));
    if (problem != null) {
      throw problem.exception(report);
    }
    return report;
  }

  /** What only waits, for time or for records, is abandoned when the upload halts. */
  private boolean mustWait() {
    return phase.is(Phase.HALTING)
        ? tasks.isUnderWay(InFlightTask.Sending.class)
            || tasks.isUnderWay(InFlightTask.Saving.class)
        : tasks.areUnderWay();
  }

  private @Nullable Begun rest() {
    InFlightTask.Resting rest = phase.is(Phase.HALTING) ? null : sent.nextRest();
    return rest == null ? null : tasks.begin(new UploadAsk.Wait(rest.pause()), rest);
  }

  private @Nullable Begun save() {
    return keeper.isDue(tally.nowNanos) ? save(keeper.current(false)) : null;
  }

  private Begun save(UploadCheckpoint checkpoint) {
    keeper.saving(checkpoint, tally.nowNanos);
    return tasks.begin(new UploadAsk.Save(checkpoint), new InFlightTask.Saving());
  }

  private @Nullable Begun read() {
    UploadAsk.Read wanted = settings.readInto(window);
    return !phase.is(Phase.READING)
            || wanted == null
            || tasks.isUnderWay(InFlightTask.Reading.class)
        ? null
        : tasks.begin(wanted, new InFlightTask.Reading());
  }

  private @Nullable Begun send() {
    if (!maySend()) {
      return null;
    }
    long waitNanos = sent.waitNanos();
    if (waitNanos > 0) {
      return tasks.begin(
          new UploadAsk.Wait(Pause.of(Duration.ofNanos(waitNanos))), new InFlightTask.Pacing());
    }
    UploadBatch batch = new UploadBatch(window.takeBatch());
    return tasks.begin(new UploadAsk.Send(batch.request(settings.table())), sent.begin(batch));
  }

  private boolean maySend() {
    return !phase.is(Phase.HALTING)
        && tasks.placesTaken() < settings.concurrency()
        && (phase.is(Phase.DRAINING) || settings.isHalfFull(window))
        && !tasks.isUnderWay(InFlightTask.Pacing.class)
        && window.hasReady();
  }

  private @Nullable Begun finish() {
    UploadCheckpoint last = last(phase.problem());
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
      phase.halt();
    }
    InFlightTask task = tasks.end(ticket);
    UploadAnswer answer = reply.answer();
    if (answer instanceof UploadAnswer.Failed failed) {
      failed(task, failed.cause());
    } else if (answer instanceof UploadAnswer.Chunk chunk) {
      read(chunk);
    } else if (answer instanceof UploadAnswer.Written written
        && task instanceof InFlightTask.Sending sending) {
      sent.stored(sending, written.response());
    } else if (task instanceof InFlightTask.Resting resting) {
      window.resume(resting.queues());
    } else if (task instanceof InFlightTask.Saving) {
      keeper.saved();
    }
  }

  private void failed(@Nullable InFlightTask task, Throwable cause) {
    if (task instanceof InFlightTask.Sending sending) {
      sent.failed(sending, cause);
    } else if (task instanceof InFlightTask.Saving) {
      keeper.failed();
      phase.fail(Phase.HALTING, Reason.CHECKPOINT, "its checkpoint could not be saved", cause);
    } else if (task instanceof InFlightTask.Resting resting) {
      window.resume(resting.queues());
    } else if (task instanceof InFlightTask.Reading) {
      phase.fail(Phase.DRAINING, Reason.SOURCE, "its source could not be read any further", cause);
    }
  }

  private void read(UploadAnswer.Chunk chunk) {
    chunk.entries().forEach(this::take);
    sourceEnded = chunk.end() && phase.is(Phase.READING);
    if (sourceEnded) {
      phase.drain();
    }
  }

  /** What follows a record that stops the upload is left for the next run. */
  private void take(UploadEntry entry) {
    if (!phase.is(Phase.READING)) {
      return;
    }
    tally.recordsRead++;
    if (entry instanceof UploadEntry.Item item) {
      window.add(item);
    } else if (entry instanceof UploadEntry.Rejected rejected) {
      state.reject(rejected.item(), settings.rejectedMax());
    }
  }
}
