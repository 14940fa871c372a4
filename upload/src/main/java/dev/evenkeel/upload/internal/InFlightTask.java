package dev.evenkeel.upload.internal;

import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.pace.CapacityPace;
import java.util.Collection;

/** What is under way, and what has to be known when it ends. */
sealed interface InFlightTask {

  /** Whether it keeps a batch from being sent: a pause after one that failed does. */
  default boolean takesPlace() {
    return this instanceof Sending || this instanceof Resting;
  }

  /** The source is being read. */
  record Reading() implements InFlightTask {}

  /** A batch is under way. */
  record Sending(UploadBatch batch, CapacityPace.Charge charge) implements InFlightTask {}

  /** Partition keys rest after a batch that failed. */
  record Resting(Collection<PartitionQueue> queues, Pause pause) implements InFlightTask {}

  /** The pace has to be kept. */
  record Pacing() implements InFlightTask {}

  /** A checkpoint is being saved. */
  record Saving() implements InFlightTask {}
}
