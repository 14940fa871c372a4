package dev.evenkeel.chunking.spec.sweep;

import org.jspecify.annotations.Nullable;

/**
 * What one step of a deep sweep found and did; in a dry run, what it would have done. Chunks are
 * counted by row and objects each, but {@code chunkedNoted} counts values.
 *
 * @param dryRun whether nothing was written
 * @param nextCursor the cursor of the next step; null if this was the last
 * @param rowsSeen rows of chunk tables
 * @param objectsSeen objects in buckets
 * @param live that an item has
 * @param young objects and uploads that are younger than the grace: not looked at
 * @param inHand that nobody has, and an intent names already: the write that it belongs to may
 *     still be under way, or a sweep removes it
 * @param chunkedNoted values in chunks that nobody has, now noted for a sweep to remove
 * @param objectsNoted objects that nobody has, now noted for a sweep to remove
 * @param uploadsAborted uploads in parts that nobody ended, now aborted
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
    long foreign) {}
