package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.wire.Placement;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import org.jspecify.annotations.Nullable;

/** What a step of a deep sweep has done so far. */
final class DeepTally {
  private long chunkedNoted;
  private long objectsNoted;
  long rowsSeen;
  long objectsSeen;
  long live;
  long young;
  long inHand;
  long uploadsAborted;
  long undecidable;
  long foreign;

  void noted(SweepTarget target) {
    if (target.payload().placement() == Placement.OBJECT) {
      objectsNoted++;
    } else {
      chunkedNoted++;
    }
  }

  long seen() {
    return rowsSeen + objectsSeen;
  }

  DeepSweepReport report(boolean dryRun, @Nullable String nextCursor) {
    return new DeepSweepReport(
        dryRun,
        nextCursor,
        rowsSeen,
        objectsSeen,
        live,
        young,
        inHand,
        chunkedNoted,
        objectsNoted,
        uploadsAborted,
        undecidable,
        foreign);
  }
}
