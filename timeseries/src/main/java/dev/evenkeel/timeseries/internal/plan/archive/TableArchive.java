package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.time.Instant;
import java.util.function.Supplier;

/** The archive of one table in one run, which continues from the recorded progress. */
public sealed interface TableArchive permits ScanArchive, SharedScanArchive, ExportArchive {

  /** The result of a slice. */
  enum Slice {
    /** More can be done at once. */
    GOES_ON,
    /** Writes that are denied from now on may not all be seen yet: some two minutes. */
    SETTLES,
    /** DynamoDB works on the export, longer than a run lasts. */
    WAITS,
    /** All is written and read; {@link #verified} is next. */
    READ
  }

  /**
   * Runs a slice.
   *
   * @param isOver polled now and then
   * @param now when what is done is done
   */
  Flow<Slice> slice(Supplier<Flow<Boolean>> isOver, Instant now);

  /**
   * Records progress that is only in memory and finishes work that the next run would repeat.
   * Called before a run ends, until it returns true.
   *
   * @param isOver polled now and then
   * @return whether all is
   */
  Flow<Boolean> flush(Supplier<Flow<Boolean>> isOver);

  /** The progress as text. */
  String standing();

  /**
   * Makes the final comparison and returns the archive.
   *
   * @param now when
   * @return fails if it is none
   */
  Flow<ArchivedTable> verified(Instant now);
}
