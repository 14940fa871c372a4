package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.Sources.format;

import dev.evenkeel.sharding.planning.Selection;

/** How the shard of an item is to be picked, by what is asked for single items. */
record SelectorChoice(Selection selection, String reason) {
  static final SelectorChoice COUNTER =
      new SelectorChoice(Selection.RANDOM, "an addition goes to any of a counter's rows");

  static final String ONE_ITEM =
      "each key is one item, which shards do not divide unless its numbers are only added to. If"
          + " they are not, give the table a sort key and make of one item several, or write it less"
          + " often.";

  static SelectorChoice of(TraceSums sums) {
    if (sums.itemReads() > 0 || sums.updates() > 0) {
      return new SelectorChoice(
          Selection.CALCULATED,
          format(
              "%,d reads and %,d updates are of single items, which a calculated shard finds with"
                  + " one request",
              sums.itemReads(), sums.updates()));
    }
    if (sums.reads() > 0) {
      return new SelectorChoice(
          Selection.ROTATING,
          "items are only inserted, and no read names a sort key: in turn, all shards get the same."
              + " Sort keys have to be unique");
    }
    return sums.hasSortKeys()
        ? new SelectorChoice(
            Selection.CALCULATED,
            "nothing is read in the trace: a shard calculated from the sort key leaves every way of"
                + " reading open")
        : new SelectorChoice(
            Selection.RANDOM,
            "items are only inserted, and the trace tells neither reads nor sort keys. Sort keys have"
                + " to be unique; take a calculated shard if single items are read");
  }
}
