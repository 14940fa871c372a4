package dev.evenkeel.chunking.spec.sweep;

import org.jspecify.annotations.Nullable;

/**
 * The findings and actions of one step of a deep sweep; of a dry run, the actions that it left out.
 * Chunks are counted by row and objects each, but {@code chunkedNoted} counts values.
 *
 * @param dryRun whether nothing was written
 * @param nextCursor the cursor of the next step; null if this was the last
 * @param rowsSeen rows of chunk tables
 * @param objectsSeen objects in buckets
 * @param live that an item has
 * @param young objects and uploads that are younger than the grace: not looked at
 * @param inHand orphans that an intent names already: their write may still be in progress, or a
 *     sweep removes them
 * @param chunkedNoted orphans in chunks, now noted for a sweep to remove
 * @param objectsNoted orphan objects, now noted for a sweep to remove
 * @param uploadsAborted incomplete multipart uploads, now aborted
 * @param undecidable that do not tell their item, or whose item cannot be read: left alone. Rows in
 *     the layout of AWS's text are among them
 * @param foreign rows and objects that belong to no attribute of the specs: left alone
 */
public record DeepSweepReport(
    boolean dryRun,
    @Nullable String nextCursor,
    long rowsSeen,
    long objectsSeen,
    long live,
    long young,
    long inHand,
    long chunkedNoted,
    long objectsNoted,
    long uploadsAborted,
    long undecidable,
    long foreign) {

  /**
   * How far a deep sweep is that several processes share, and what all of them have found.
   *
   * @param segments how many there are; 0 if it has not begun
   * @param segmentsDone how many of them were searched to their end
   * @param isDone whether everything was searched
   * @param sum what was found by all, without a cursor. Foreign objects outside the place of any
   *     value are not counted. Where a process died or was overtaken in a step, what it had noted
   *     counts as in hand. A value whose chunks are in several segments may count once for each
   */
  public record SharedSweepReport(
      int segments, int segmentsDone, boolean isDone, DeepSweepReport sum) {}
}
