package dev.evenkeel.upload.internal;

import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.Metering;
import dev.evenkeel.upload.internal.UploadPhase.Phase;
import dev.evenkeel.upload.spec.UploadFailedException.Reason;
import dev.evenkeel.upload.spec.UploadReport.RejectedItem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;

/**
 * The handling of sent batches: their items are stored, retried after a pause, or sent in smaller
 * batches until the invalid one is found.
 */
final class SentBatches {
  private final UploadSettings settings;
  private final RecordValidator validator;
  private final Window window;
  private final UploadState state;
  private final CapacityPace pace;
  private final Queue<InFlightTask.Resting> restsWanted = new ArrayDeque<>();
  private int failuresInARow;

  SentBatches(
      UploadSettings settings, RecordValidator validator, Window window, UploadState state) {
    this.settings = settings;
    this.validator = validator;
    this.window = window;
    this.state = state;
    this.pace = settings.pace();
  }

  /** The wait before the next batch, to keep the pace. */
  long waitNanos() {
    return pace.waitNanos(state.tally().nowNanos);
  }

  /** Counts a batch's estimated units until it is answered. */
  InFlightTask.Sending begin(UploadBatch batch) {
    return new InFlightTask.Sending(batch, pace.charge(batch.estimatedUnits()));
  }

  /** The next pause of partition keys; null if there is none. */
  InFlightTask.@Nullable Resting nextRest() {
    return restsWanted.poll();
  }

  /** A batch was answered. */
  void stored(InFlightTask.Sending sending, BatchWriteItemResponse response) {
    List<HeldItem> left = sending.batch().unprocessed(response, validator);
    List<HeldItem> stored = new ArrayList<>(sending.batch().items());
    stored.removeAll(left);
    answered(sending, units(response, stored));
    for (HeldItem held : stored) {
      held.queue.failures = 0;
      state.keeper().store(held.item.position());
      window.settle(held);
    }
    if (left.isEmpty()) {
      failuresInARow = 0;
    } else {
      repeat(left, null);
    }
  }

  private double units(BatchWriteItemResponse response, List<HeldItem> stored) {
    double reported = Metering.units(response);
    return settings.isOverChunking()
        ? Math.max(reported, UploadBatch.estimatedUnits(stored))
        : reported;
  }

  private void answered(InFlightTask.Sending sending, double units) {
    state.tally().batches++;
    state.tally().partitionKeys += sending.batch().queues().size();
    state.tally().units += units;
    pace.settle(sending.charge(), units);
  }

  /** A batch failed or was refused. */
  void failed(InFlightTask.Sending sending, Throwable cause) {
    answered(sending, 0);
    List<HeldItem> items = sending.batch().items();
    switch (SendFailure.of(cause)) {
      case RETRYABLE -> repeat(items, cause);
      case INVALID_ITEM -> narrow(items, cause);
      case FATAL -> state.phase().fail(Phase.HALTING, Reason.REFUSED, "a batch was refused", cause);
    }
  }

  private void repeat(List<HeldItem> items, @Nullable Throwable cause) {
    state.tally().itemsRetried += items.size();
    Set<PartitionQueue> queues = UploadBatch.queuesOf(items);
    InFlightTask.Resting rest = new InFlightTask.Resting(queues, pauseAfter(queues));
    window.pause(queues);
    window.putBack(items);
    restsWanted.add(rest);
    for (HeldItem held : items) {
      if (++held.attempts >= settings.attemptsMax()) {
        String text = "the item at position %d was not stored in %d attempts";
        state
            .phase()
            .fail(
                Phase.HALTING,
                Reason.ATTEMPTS,
                text.formatted(held.item.position(), held.attempts),
                cause);
        return;
      }
    }
  }

  /**
   * The pause after a batch that was not stored whole: longer with each failure in a row. Counts
   * those of its partition keys, and of all batches: where many keys have one limit, no key fails
   * often.
   */
  private Pause pauseAfter(Set<PartitionQueue> queues) {
    failuresInARow++;
    int failures = (failuresInARow + settings.concurrency() - 1) / settings.concurrency();
    for (PartitionQueue queue : queues) {
      failures = Math.max(failures, ++queue.failures);
    }
    return Retries.pause(failures - 1);
  }

  /** Halves the batch until the invalid item is alone. */
  private void narrow(List<HeldItem> items, Throwable cause) {
    if (items.size() == 1) {
      HeldItem held = items.get(0);
      String reason = "DynamoDB or the client refuses it; the cause says why";
      RejectedItem item = new RejectedItem(held.item.position(), held.item.line(), reason, cause);
      // A rejected item that stops the upload stays unsettled, so that no later version is stored
      // before it.
      if (state.reject(item, settings.rejectedMax())) {
        window.settle(held);
      }
      return;
    }
    items.forEach(held -> held.batchItemsMax = Math.max(1, items.size() / 2));
    window.putBack(items);
  }
}
