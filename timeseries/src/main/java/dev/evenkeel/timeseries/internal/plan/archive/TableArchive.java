package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.time.Instant;
import java.util.function.Supplier;

/** The archive of one table, in one run: whatever broke off is gone on with from what is noted. */
public sealed interface TableArchive permits ScanArchive, ExportArchive {

  /** How far a slice came. */
  enum Slice {
    /** There is more to do, at once. */
    GOES_ON,
    /** Writes that are denied from now on may not all be seen yet: some two minutes. */
    SETTLES,
    /** Somebody else is at work, longer than a run lasts. */
    WAITS,
    /** All is there and was read; {@link #verified} is next. */
    READ
  }

  /**
   * Goes on for a while.
   *
   * @param isOver asked now and then
   * @param now when what is done is done
   */
  Flow<Slice> slice(Supplier<Flow<Boolean>> isOver, Instant now);

  /**
   * Notes what is still in memory, and ends what the next run would have to begin anew; to be
   * called before a run ends, again and again until all is done.
   *
   * @param isOver asked now and then
   * @return whether all is
   */
  Flow<Boolean> flush(Supplier<Flow<Boolean>> isOver);

  /** How far it is, for people. */
  String standing();

  /**
   * Compares what is to be compared, and says what is an archive now.
   *
   * @param now when
   * @return fails if it is none
   */
  Flow<ArchivedTable> verified(Instant now);
}
