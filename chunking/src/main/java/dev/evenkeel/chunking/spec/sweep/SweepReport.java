package dev.evenkeel.chunking.spec.sweep;

import org.jspecify.annotations.Nullable;

/**
 * What a sweep did; in a dry run, what it would have done.
 *
 * @param dryRun whether nothing was written
 * @param intents what became of the unfinished writes that were due
 * @param payloads what became of the values outside that they named
 * @param failure why the first intent that failed did; null if none did
 */
public record SweepReport(
    boolean dryRun, Intents intents, Payloads payloads, @Nullable Throwable failure) {

  /**
   * Counts of intents; {@code seen} is the sum of the others.
   *
   * @param seen how many were due
   * @param finished of which nothing is left to do: they are forgotten
   * @param waiting which a later sweep finishes: their grace is not over, or something that they
   *     name is undecidable
   * @param foreign which name a table, an attribute or a store that no spec of this sweeper knows:
   *     left alone
   * @param unreadable which no version wrote, or a newer one: left alone
   * @param failed which met a failure, such as throttling: a later sweep takes them up
   */
  public record Intents(
      long seen, long finished, long waiting, long foreign, long unreadable, long failed) {}

  /**
   * Counts of values outside their items.
   *
   * @param chunkedRemoved whose chunks were removed, if they were not gone already
   * @param chunksRemoved how many chunks these had, as far as it was noted: of streamed values it
   *     is not
   * @param objectsRemoved whose object was removed, if it was not gone already
   * @param keptLive that an item has still, so they were kept
   * @param undecidable whose item cannot be read, since a newer version or none wrote its marker:
   *     kept
   */
  public record Payloads(
      long chunkedRemoved,
      long chunksRemoved,
      long objectsRemoved,
      long keptLive,
      long undecidable) {}
}
