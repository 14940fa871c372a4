package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.sweep.SweptTables.SweptTable;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A source of orphan candidates for a deep sweep. */
interface SweepSource {

  /** The name of this source, unique in a sweeper and the same in every process. */
  String name();

  /** Fails if the source must not be swept; runs before the first page of each step. */
  default Flow<Done> begin() {
    return Flow.done();
  }

  /**
   * Into how many parts to cut it, that several workers may read; 1 if it cannot be cut.
   *
   * @param wanted a hint
   */
  default int parts(int wanted) {
    return 1;
  }

  /**
   * A part of it. All parts together have all of its candidates.
   *
   * @param part from 0
   * @param parts how many there are
   */
  default SweepSource part(int part, int parts) {
    return this;
  }

  /**
   * Reads a page, and counts what is no candidate.
   *
   * @param itemsMax of a table, how many rows to read; at least 1
   */
  Flow<Page> page(List<String> position, int itemsMax, DeepTally tally);

  /**
   * One page of a source.
   *
   * @param candidates payloads that may be orphans
   * @param uploads multipart uploads that were never completed
   * @param next where the next page begins; null if this was the last
   */
  record Page(List<SweepTarget> candidates, List<Upload> uploads, @Nullable List<String> next) {}

  /** An upload of an object in parts that was neither completed nor aborted. */
  record Upload(SweptTable table, String key, String writeId, String uploadId) {}

  /** A payload that may be an orphan. */
  record SweepTarget(SweptTable table, Parent parent, PayloadRef payload) {

    Flow<Done> remove() {
      return table.remove(parent, payload);
    }

    /** The change of an intent that names this payload as replaced. */
    Change asReplaced() {
      return new Change(parent, null, payload);
    }
  }
}
