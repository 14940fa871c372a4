package dev.evenkeel.upload.internal;

import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.pace.CapacityPace;
import java.util.Collection;

/** A task in flight, with the state that its completion needs. */
sealed interface InFlightTask {

  /** Whether it occupies a slot of a batch; a pause after a failed batch does. */
  default boolean takesPlace() {
    return this instanceof Sending || this instanceof Resting;
  }

  /** The source is being read. */
  record Reading() implements InFlightTask {}

  /** A batch is under way. */
  record Sending(UploadBatch batch, CapacityPace.Charge charge) implements InFlightTask {}

  /** Partition keys rest after a batch that failed. */
  record Resting(Collection<PartitionQueue> queues, Pause pause) implements InFlightTask {}

  /** A pause to keep the pace. */
  record Pacing() implements InFlightTask {}

  /** A checkpoint is being saved. */
  record Saving() implements InFlightTask {}
}
