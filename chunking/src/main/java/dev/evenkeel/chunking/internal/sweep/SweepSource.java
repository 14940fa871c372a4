package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.sweep.OrphanCandidates.DeepTally;
import dev.evenkeel.chunking.internal.sweep.SweptTables.SweptTable;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Somewhere that a deep sweep looks. */
interface SweepSource {

  /** Names it among all places of a sweeper, the same in every process. */
  String name();

  /** Fails if it is not to be looked at; before the first page of each step. */
  default Flow<Done> begin() {
    return Flow.done();
  }

  /** Reads a page of it, and counts what is not to be judged. */
  Flow<Page> page(List<String> position, DeepTally tally);

  /**
   * What a page brought.
   *
   * @param candidates payloads, of which somebody has to tell whether they live
   * @param uploads uploads that nobody ended
   * @param next where the next page begins; null if this was the last
   */
  record Page(List<SweepTarget> candidates, List<Upload> uploads, @Nullable List<String> next) {}

  /** An upload of an object in parts that was neither completed nor aborted. */
  record Upload(SweptTable table, String key, String writeId, String uploadId) {}

  /** A payload that may have to go. */
  record SweepTarget(SweptTable table, Parent parent, PayloadRef payload) {

    Flow<Done> remove() {
      return table.remove(parent, payload);
    }

    /** What an intent says of a payload that its item had. */
    Change asReplaced() {
      return new Change(parent, null, payload);
    }
  }
}
