package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.Sources.format;
import static dev.evenkeel.simulator.spec.PartitionRules.BURST_SECONDS;
import static dev.evenkeel.simulator.spec.PartitionRules.PARTITION_READ_UNITS;
import static dev.evenkeel.simulator.spec.PartitionRules.PARTITION_WRITE_UNITS;

import dev.evenkeel.core.internal.value.Printable;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.simulator.advise.Advice.Distribution;
import dev.evenkeel.simulator.advise.Advice.KeyPeak;
import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.advise.Finding.Weight;
import dev.evenkeel.simulator.advise.Sharding.SelectorChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Findings from a trace. */
final class TraceFindings {
  private static final String CACHE = "Cache what is popular.";

  private static final String CACHE_OR_SHARDS =
      CACHE
          + " Shards spread reads of single items under a calculated selector; a"
          + " query reads all of them, so for queries they are no cure.";

  private final TraceSums sums;
  private final NamedAttributes attributes;
  private final double growth;
  private final boolean sorted;
  private final List<Finding> findings = new ArrayList<>();

  TraceFindings(
      TraceSums sums,
      HotKeys hot,
      Rating rating,
      NamedAttributes attributes,
      double growth,
      boolean sorted) {
    this.sums = sums;
    this.attributes = attributes;
    this.growth = growth;
    this.sorted = sorted;
    hot(
        hot.writes(),
        Kind.HOT_WRITES,
        "write",
        PARTITION_WRITE_UNITS,
        Sources.PARTITIONS,
        shard(hot));
    hot(hot.reads(), Kind.HOT_READS, "read", PARTITION_READ_UNITS, Sources.CACHE, cache(sorted));
    findings.addAll(KeyFindings.of(hot.keys(), rating, hot, "requests", 1, sorted));
    rarelyRead();
    tooLarge();
  }

  /** The cure of hot reads. */
  static String cache(boolean sorted) {
    return sorted ? CACHE_OR_SHARDS : CACHE;
  }

  List<Finding> all() {
    return findings;
  }

  /**
   * @param type of the units, such as read
   * @param limit the units that a partition carries in a second
   */
  private void hot(
      PeakSeconds peaks, Kind kind, String type, long limit, String source, String cure) {
    List<String> keys = peaks.hot();
    if (!keys.isEmpty()) {
      findings.add(
          new Finding(
              kind,
              peaks.overCount() > 0 ? Weight.THROTTLES : Weight.RISK,
              hotText(peaks, keys, type, limit),
              format("a partition carries %,d %s units a second", limit, type),
              source,
              cure));
    }
  }

  /** All requests for one item go to one shard. */
  private String shard(HotKeys hot) {
    if (!sorted) {
      return "Mind that "
          + SelectorChoice.ONE_ITEM
          + " Numbers that are only added to are spread by CounterSpec, as told below.";
    }
    if (hot.areAllOneItem()) {
      return "Of each such key one item alone is written too much: "
          + SelectorChoice.HOT_ITEM
          + ".";
    }
    String cure = "Shard the key as told below: ShardingSpec.shards, or @ShardedPartitionKey.";
    return 2 * sums.updates() > sums.writes()
        ? cure
            + " Most writes change items that are there: if it is one and the same item, shards do"
            + " not help; a counter is spread by CounterSpec."
        : cure;
  }

  private void rarelyRead() {
    Map<String, Double> rare = attributes.rarelyRead();
    if (!rare.isEmpty()) {
      findings.add(
          new Finding(
              Kind.RARELY_READ,
              Weight.COST,
              format(
                  "of %s of heavy keys that name attributes, few ask for %s",
                  Sources.count(attributes.reads(), "read"),
                  Sources.list(
                      List.copyOf(rare.entrySet()),
                      use ->
                          format(
                              "%s (%.1f %%)",
                              Printable.of(use.getKey(), AdvisorRules.NAME_LENGTH_MAX),
                              100 * use.getValue()))),
              format(
                  "every read pays for the whole item; rare is up to %.0f %% of the reads",
                  100 * AdvisorRules.RARELY_READ_SHARE),
              Sources.ITEM_SIZE,
              "Keep them in an item or a table of their own, or move them out of the item: an"
                  + " AttributePolicy with moveFrom, or @Chunked(moveFrom = ...)."));
    }
  }

  private void tooLarge() {
    Distribution sizes = sums.sizes();
    if (sums.tooLarge() > 0) {
      findings.add(
          new Finding(
              Kind.LARGE_VALUES,
              Weight.RISK,
              format(
                  "more bytes than an item can have are asked for by %s, up to %,.0f",
                  Sources.count(sums.tooLarge(), "request"), sizes.max()),
              format("an item has at most %,d bytes", ItemSize.ITEM_BYTES_MAX),
              Sources.VALUES,
              AttributeUse.LARGE_VALUES_CURE));
    } else if (sizes.median() >= AdvisorRules.LARGE_VALUE_BYTES) {
      findings.add(
          new Finding(
              Kind.LARGE_VALUES,
              Weight.COST,
              format(
                  "half of the requests are of %,.0f bytes or more, one in a hundred of %,.0f",
                  sizes.median(), sizes.p99()),
              format(
                  "from %,d bytes on a read takes more than one unit and a write more than four",
                  AdvisorRules.LARGE_VALUE_BYTES),
              Sources.VALUES,
              AttributeUse.LARGE_VALUES_CURE));
    }
  }

  private String hotText(PeakSeconds peaks, List<String> keys, String type, long limit) {
    KeyPeak hottest = peaks.of(keys.get(0));
    long now = peaks.overCount();
    long grown = keys.size();
    String atLeast = peaks.mayHaveForgottenHot() ? "at least " : "";
    if (now == 0) {
      double units = hottest.units().high();
      return format(
          "the busiest second of a key took %s%,.0f %s units, which grow to %,.0f%s",
          hottest.units().low() < units ? "up to " : "",
          units,
          type,
          units * growth,
          grown > 1 ? format("; %s%,d keys grow to more than %,d", atLeast, grown, limit) : "");
    }
    return format(
        "%s%,d %s asked for more than %,d %s units in a second, the hottest for %,.0f, and in %,d"
            + " %s for too many; burst capacity bridges at most %d seconds of a whole"
            + " partition%s",
        atLeast,
        now,
        now == 1 ? "key was" : "keys were",
        limit,
        type,
        hottest.units().high(),
        hottest.secondsOver(),
        hottest.secondsOver() == 1 ? "second" : "seconds",
        BURST_SECONDS,
        grown > now ? format(". When the load has grown, %s%,d keys are", atLeast, grown) : "");
  }
}
