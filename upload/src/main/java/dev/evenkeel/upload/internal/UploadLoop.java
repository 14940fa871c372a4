package dev.evenkeel.upload.internal;

import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.upload.internal.UploadPhase.Phase;
import dev.evenkeel.upload.spec.UploadCheckpoint;
import dev.evenkeel.upload.spec.UploadFailedException.Reason;
import dev.evenkeel.upload.spec.UploadProgress;
import dev.evenkeel.upload.spec.UploadReport;
import dev.evenkeel.upload.spec.UploadReport.RejectedItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state machine of an upload: it requests tasks and handles their completion.
 *
 * <p>The window is kept full, and batches are taken from it up to the concurrency. Before the end
 * of the source, nothing is sent from a window that is less than half full: a sorted source could
 * not be spread. After a batch with unprocessed items, or a retryable failure, its slot and its
 * partition keys pause; other partition keys continue.
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
  private final List<InFlightTask> underWay = new ArrayList<>();
  private final UploadPhase phase = new UploadPhase();
  private final UploadState state;
  private final SentBatches sent;
  private boolean sourceEnded;
  private boolean over;

  /**
   * Creates an upload that continues from a checkpoint.
   *
   * @param validator shared with the reader of the source
   * @param startNanos the monotonic time now
   */
  public UploadLoop(
      UploadSettings settings, RecordValidator validator, UploadCheckpoint from, long startNanos) {
    this.settings = settings;
    this.tally = new UploadTally(startNanos);
    this.keeper = new CheckpointKeeper(from, tally, settings.saveEveryNanos());
    this.state = new UploadState(tally, keeper, phase);
    this.sent = new SentBatches(settings, validator, window, state);
  }

  /** The progress. */
  public UploadProgress progress() {
    return tally.progress();
  }

  /** The records rejected since the last call. */
  public List<RejectedItem> takeRejected() {
    return tally.takeRejects();
  }

  /** Ends the upload as a failure of the listener. */
  public void abort(Throwable cause) {
    phase.fail(Phase.HALTING, Reason.LISTENER, "its listener threw", cause);
  }

  /** A task to begin. */
  public record Begun(UploadRequest ask, InFlightTask task) {}

  /** The next task to begin; null until a running task ends. */
  public @Nullable Begun next() {
    over = false;
    Begun next = rest();
    next = next == null ? save() : next;
    next = next == null ? read() : next;
    next = next == null ? send() : next;
    return next != null || mustWait() ? next : finish();
  }

  /** Whether the upload is over, when there is no further task. */
  public boolean isOver() {
    return over;
  }

  /**
   * The report of the upload.
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

  /** Abandons tasks that only wait, for time or records, when the upload halts. */
  private boolean mustWait() {
    return phase.is(Phase.HALTING)
        ? isUnderWay(InFlightTask.Sending.class) || isUnderWay(InFlightTask.Saving.class)
        : !underWay.isEmpty();
  }

  private boolean isUnderWay(Class<? extends InFlightTask> kind) {
    return underWay.stream().anyMatch(kind::isInstance);
  }

  private Begun begin(UploadRequest ask, InFlightTask task) {
    underWay.add(task);
    return new Begun(ask, task);
  }

  private @Nullable Begun rest() {
    InFlightTask.Resting rest = phase.is(Phase.HALTING) ? null : sent.nextRest();
    return rest == null ? null : begin(new UploadRequest.Wait(rest.pause()), rest);
  }

  private @Nullable Begun save() {
    return keeper.isDue() ? save(keeper.current(false)) : null;
  }

  private Begun save(UploadCheckpoint checkpoint) {
    keeper.saving(checkpoint);
    return begin(new UploadRequest.Save(checkpoint), new InFlightTask.Saving());
  }

  private @Nullable Begun read() {
    UploadRequest.Read wanted = settings.readInto(window);
    return !phase.is(Phase.READING) || wanted == null || isUnderWay(InFlightTask.Reading.class)
        ? null
        : begin(wanted, new InFlightTask.Reading());
  }

  private @Nullable Begun send() {
    if (!maySend()) {
      return null;
    }
    long waitNanos = sent.waitNanos();
    if (waitNanos > 0) {
      return begin(
          new UploadRequest.Wait(Pause.of(Duration.ofNanos(waitNanos))), new InFlightTask.Pacing());
    }
    UploadBatch batch = new UploadBatch(window.takeBatch());
    return begin(new UploadRequest.Send(batch.request(settings.table())), sent.begin(batch));
  }

  private boolean maySend() {
    return !phase.is(Phase.HALTING)
        && underWay.stream().filter(InFlightTask::takesPlace).count() < settings.concurrency()
        && (phase.is(Phase.DRAINING) || settings.isHalfFull(window))
        && !isUnderWay(InFlightTask.Pacing.class)
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

  /**
   * A task has ended.
   *
   * @param nowNanos a monotonic time
   * @param stopping whether the caller has asked to stop
   */
  public void ended(Begun begun, UploadAnswer answer, long nowNanos, boolean stopping) {
    tally.nowNanos = nowNanos;
    if (stopping) {
      phase.halt();
    }
    InFlightTask task = begun.task();
    underWay.remove(task);
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

  private void failed(InFlightTask task, Throwable cause) {
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

  /** Records after one that stops the upload are left to the next run. */
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
