package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.internal.wire.Placement;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import org.jspecify.annotations.Nullable;

/** What a sweep has done so far. */
final class SweepTally {
  private final boolean dryRun;
  private long chunkedRemoved;
  private long chunksRemoved;
  private long objectsRemoved;
  private @Nullable Throwable failure;
  private long failed;
  long seen;
  long finished;
  long waiting;
  long foreign;
  long unreadable;
  long keptLive;
  long undecidable;

  SweepTally(boolean dryRun) {
    this.dryRun = dryRun;
  }

  void removed(PayloadRef payload) {
    if (payload.placement() == Placement.OBJECT) {
      objectsRemoved++;
    } else {
      chunkedRemoved++;
      chunksRemoved += payload.chunks();
    }
  }

  void failed(Throwable cause) {
    failed++;
    failure = failure == null ? cause : failure;
  }

  SweepReport report() {
    return new SweepReport(
        dryRun,
        new SweepReport.Intents(seen, finished, waiting, foreign, unreadable, failed),
        new SweepReport.Payloads(
            chunkedRemoved, chunksRemoved, objectsRemoved, keptLive, undecidable),
        failure);
  }
}
