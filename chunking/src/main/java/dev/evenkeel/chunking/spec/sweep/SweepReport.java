package dev.evenkeel.chunking.spec.sweep;

import org.jspecify.annotations.Nullable;

/**
 * The results of a sweep; of a dry run, the actions that it left out.
 *
 * @param dryRun whether nothing was written
 * @param intents the results for unfinished writes that were due
 * @param payloads the results for outside values that these writes name
 * @param failure why the first intent that failed did; null if none did
 */
public record SweepReport(
    boolean dryRun, Intents intents, Payloads payloads, @Nullable Throwable failure) {

  /**
   * Counts of intents; {@code seen} is the sum of the others.
   *
   * @param seen how many were due
   * @param finished of which nothing is left to do: they are forgotten
   * @param waiting intents that a later sweep finishes: their grace is not over, or a payload that
   *     they name is undecidable
   * @param foreign intents that name a table, an attribute or a store that no spec of this sweeper
   *     knows: left alone
   * @param unreadable intents that no version wrote, or a newer one: left alone
   * @param failed intents that met a failure, such as throttling: a later sweep takes them up
   */
  public record Intents(
      long seen, long finished, long waiting, long foreign, long unreadable, long failed) {}

  /**
   * Counts of values outside their items. Values in a table of a time series that takes no writes
   * any more are not among those removed: they go with their table.
   *
   * @param chunkedRemoved values in chunks that were removed, if they were not gone already
   * @param chunksRemoved how many chunks these had, as far as it was noted: of streamed values it
   *     is not
   * @param objectsRemoved objects that were removed, if they were not gone already
   * @param keptLive that an item has still, so they were kept
   * @param undecidable values whose item cannot be read, since a newer version or none wrote its
   *     marker: kept
   */
  public record Payloads(
      long chunkedRemoved,
      long chunksRemoved,
      long objectsRemoved,
      long keptLive,
      long undecidable) {}
}
