package dev.evenkeel.simulator.internal.plan.report;

import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.Capacity.Throughput;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.PartitionRules;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.spec.result.Comparison;
import dev.evenkeel.simulator.spec.result.RunResult;
import dev.evenkeel.simulator.spec.result.RunResult.HeatMap;
import dev.evenkeel.simulator.spec.workload.Scenario.Shards;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The assumptions of the simulation, and its differences from DynamoDB. */
final class Assumptions {
  private Assumptions() {}

  /** Names and what they stand for. */
  static Map<String, String> of(Comparison comparison) {
    TableSpec table = comparison.scenario().table();
    Shards shards = comparison.scenario().shards();
    Map<String, String> all = new LinkedHashMap<>();
    all.put("Load", comparison.load() + ". " + String.join(" ", comparison.notes()));
    all.put("Table", capacity(table) + ", " + partitions(comparison.plain()));
    all.put("Partitions", behavior(table));
    all.put("Sort keys", sortKeys(table));
    all.put(
        "Shards",
        String.format(
            Locale.ROOT,
            "%,d for every key, %s",
            shards.count(),
            switch (shards.selection()) {
              case CALCULATED -> "calculated from a hash of the sort key";
              case RANDOM -> "drawn at random";
              case ROTATING -> "taken in turn by one process";
            }));
    all.put(
        "Placement",
        String.format(
            Locale.ROOT,
            "seed %d, the same without and with shards",
            comparison.scenario().seed()));
    return all;
  }

  private static String partitions(RunResult run) {
    return String.format(
        Locale.ROOT,
        "%,d %s",
        run.firstPartitions(),
        run.firstPartitions() == 1 ? "partition" : "partitions");
  }

  private static String capacity(TableSpec table) {
    String stored =
        table.storedBytes() == 0
            ? ""
            : String.format(Locale.ROOT, ", %,d bytes stored", table.storedBytes());
    if (table.capacity() instanceof Capacity.Provisioned provisioned) {
      return units(provisioned.throughput()) + " provisioned" + stored;
    }
    Capacity.OnDemand onDemand = (Capacity.OnDemand) table.capacity();
    return "on demand, taking " + units(onDemand.warm()) + " to begin with" + stored;
  }

  private static String units(Throughput throughput) {
    return String.format(
        Locale.ROOT,
        "%,d write and %,d read units a second",
        throughput.writeUnits(),
        throughput.readUnits());
  }

  private static String behavior(TableSpec table) {
    PartitionBehavior behavior = table.behavior();
    return String.join(
        ", ",
        behavior.burst() ? "300 seconds of burst" : "no burst",
        isAdaptive(table) ? "adaptive capacity" : "each with its even part of the table's units",
        behavior.splitForHeat() ? "split for heat" : "no split for heat");
  }

  private static boolean isAdaptive(TableSpec table) {
    return table.behavior().adaptive() || table.capacity() instanceof Capacity.OnDemand;
  }

  private static String sortKeys(TableSpec table) {
    return switch (table.sortKeys()) {
      case NONE -> "none: the items of a key stay together";
      case SPREAD -> "requests fall on all sort keys of a key alike";
      case GROWING -> "each larger than all before, as in a log";
    };
  }

  /** Sentences. */
  static List<String> approximations(Comparison comparison) {
    RunResult run = comparison.plain();
    List<String> all = new ArrayList<>();
    all.add(
        "This is a model made from what AWS has published, not DynamoDB. Use it to compare designs.");
    all.add("DynamoDB's hash is not known. Another seed places the keys otherwise: try a few.");
    all.add(
        String.format(
            Locale.ROOT,
            "A partition carries %,d write and %,d read units a second%s. What it leaves unused is"
                + " kept for %d seconds; a new table has kept nothing yet.",
            PartitionRules.PARTITION_WRITE_UNITS,
            PartitionRules.PARTITION_READ_UNITS,
            isAdaptive(comparison.scenario().table())
                ? ""
                : " at most, and here has its even part of what is provisioned, which is what it is"
                    + " measured by",
            PartitionRules.BURST_SECONDS));
    all.add(
        "AWS says neither when it splits a hot partition nor how it lends capacity. Here a partition"
            + String.format(
                Locale.ROOT,
                " that is at %.0f %% of its limit for %d seconds is split, at once and for free; what one",
                100 * PartitionRules.HEAT_SHARE,
                PartitionRules.HEAT_SECONDS)
            + " partition leaves any other may use, first come, first served.");
    all.add("Nothing is tried again: a throttled request is gone. Latency is not modelled.");
    all.add(
        "Within a tenth of a second equal requests come together. Of several keys in one partition it"
            + " is decided so finely, and no finer, which gets through.");
    if (run.firstPartitions() > run.heat().rows()) {
      all.add(
          String.format(
              Locale.ROOT,
              "There are more partitions than a screen shows. Each of the %d rows is an equal range of hashes, and shows its hottest partition in each second.",
              HeatMap.ROWS_MAX));
    }
    if (run.buckets().get(0).seconds() > 1) {
      all.add(
          "Charts show the mean over %s at a time; single seconds are hotter. The table of numbers has the hottest."
              .formatted(Numbers.time(run.buckets().get(0).seconds())));
    }
    if (!run.keysExact()) {
      all.add(
          "There were too many keys to count them all: their counts are lower bounds, by less than 0.1 % of all requests.");
    }
    return all;
  }
}
