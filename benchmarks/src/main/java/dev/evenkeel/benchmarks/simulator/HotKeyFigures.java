package dev.evenkeel.benchmarks.simulator;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.sharding.ShardedKeys;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.simulator.PartitionSimulator;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionRules;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.SortKeys;
import dev.evenkeel.simulator.spec.TableSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Seed 000's and 001's hot date: 20,000 writes of 1 KB a second, all of one day, into a table with
 * 20 partitions, as they are and with ten shards by each of the library's selectors. The table is
 * new, so that no burst is there to be spent.
 */
final class HotKeyFigures {
  private static final int SHARDS = 10;
  private static final int WRITES_PER_SECOND = 20_000;
  private static final int ITEM_BYTES = 1_000;
  private static final String DAY = "2014-07-09";

  private final int placements;
  private final int seconds;

  HotKeyFigures(Scale scale) {
    this.placements = scale.of(20, 2);
    this.seconds = scale.of(10, 1);
  }

  void measure(FigureReport report) {
    report.put("hot_key_writes_per_s", WRITES_PER_SECOND);
    report.put("hot_key_placements", placements);
    double plain = mean(List.of(DAY), ShardSelector.random(), false);
    report.put("hot_key_accepted_n1", plain);
    Map<String, ShardSelector> selectors = new LinkedHashMap<>();
    selectors.put("", ShardSelector.hashOf("sk"));
    selectors.put("_rotating", ShardSelector.rotating());
    selectors.put("_random", ShardSelector.random());
    List<String> keys = physicalKeys();
    selectors.forEach(
        (name, selector) -> {
          report.note("hot_key_gain_n10" + name + " ...");
          double gain = mean(keys, selector, false) / plain;
          double share = mean(keys, selector, true);
          report.put("hot_key_gain_n10" + name, gain);
          report.put("hot_key_gain_vs_ideal" + name, share);
        });
  }

  /** The keys as the library stores them. */
  private static List<String> physicalKeys() {
    ShardingSpec spec =
        ShardingSpec.builder("events")
            .partitionKey("pk")
            .sortKey("sk")
            .shards(SHARDS)
            .selector(ShardSelector.random())
            .uniqueSortKeys()
            .build();
    Map<String, AttributeValue> day =
        Map.of("pk", AttributeValue.fromS(DAY), "sk", AttributeValue.fromS("1"));
    return ShardedKeys.of(spec).toPhysical(day).stream()
        .map(key -> requireNonNull(key.get("pk")).s())
        .toList();
  }

  /** Over all placements: accepted writes a second, or their share of the best that there is. */
  private double mean(List<String> keys, ShardSelector selector, boolean asShare) {
    return LongStream.range(0, placements)
        .mapToDouble(
            seed -> {
              PartitionSimulator table = table(seed);
              double accepted = (double) accepted(table, keys, selector) / seconds;
              return asShare ? accepted / best(table, keys) : accepted;
            })
        .average()
        .orElseThrow();
  }

  private static PartitionSimulator table(long seed) {
    return PartitionSimulator.builder(
            TableSpec.builder("events")
                .capacity(Capacity.provisioned(0, WRITES_PER_SECOND))
                .sortKeys(SortKeys.GROWING)
                .build())
        .seed(seed)
        .build();
  }

  private long accepted(PartitionSimulator table, List<String> keys, ShardSelector selector) {
    long accepted = 0;
    for (int second = 0; second < seconds; second++) {
      for (int i = 0; i < WRITES_PER_SECOND; i++) {
        String sortKey = Long.toString((long) second * WRITES_PER_SECOND + i);
        int shard = selector.select(Map.of("sk", AttributeValue.fromS(sortKey)), keys.size());
        accepted +=
            table
                .offer(
                    Request.of(
                        second * 1_000L, keys.get(shard), sortKey, Access.INSERT, ITEM_BYTES))
                .accepted();
      }
    }
    return accepted;
  }

  /** No client gets more of these keys than the partitions carry in which they lie. */
  private static double best(PartitionSimulator table, List<String> keys) {
    long partitions =
        keys.stream().mapToLong(key -> table.partitionOf(key, "1")).distinct().count();
    return Math.min(WRITES_PER_SECOND, (double) partitions * PartitionRules.PARTITION_WRITE_UNITS);
  }
}
