package dev.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.ShardedKeys;
import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.SortKeys;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.spec.result.Comparison;
import dev.evenkeel.simulator.spec.result.RunResult;
import dev.evenkeel.simulator.spec.result.RunResult.HotSecond;
import dev.evenkeel.simulator.spec.result.RunResult.KeyCount;
import dev.evenkeel.simulator.spec.result.RunResult.TimeBucket;
import dev.evenkeel.simulator.spec.workload.KeyDistribution;
import dev.evenkeel.simulator.spec.workload.RequestRate;
import dev.evenkeel.simulator.spec.workload.Scenario;
import dev.evenkeel.simulator.spec.workload.Scenario.Shards;
import dev.evenkeel.simulator.spec.workload.Workload;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class WorkloadComparisonTest {
  private static final String DAY = "2014-07-09";
  private static final Workload HOT_DAY = Workload.writes(20_000, KeyDistribution.single(DAY), 5);

  private static Scenario scenario(int shards, Selection selection, long seed) {
    TableSpec table =
        TableSpec.builder("t")
            .capacity(Capacity.provisioned(0, 20_000))
            .sortKeys(SortKeys.GROWING)
            .build();
    return new Scenario(table, new Shards(shards, selection), seed);
  }

  /**
   * The accepted load equals the capacity of the partitions with a shard, the most that any client
   * could get.
   */
  @ParameterizedTest
  @EnumSource(Selection.class)
  void of_aHotDay_acceptsWhatThePartitionsOfItsShardsCarry(Selection selection) {
    for (long seed = 0; seed < 3; seed++) {
      Scenario scenario = scenario(10, selection, seed);
      Comparison comparison = WorkloadComparison.of(scenario, HOT_DAY);

      PartitionSimulator placed = PartitionSimulator.builder(scenario.table()).seed(seed).build();
      long partitions =
          IntStream.range(0, 10)
              .mapToLong(shard -> placed.partitionOf(DAY + "." + shard, null))
              .distinct()
              .count();
      assertThat(comparison.plain().accepted()).isEqualTo(5 * 1_000);
      assertThat(comparison.plain().hottest().partition()).isEqualTo(placed.partitionOf(DAY, null));
      assertThat(comparison.plain().hottest().meanUse()).isEqualTo(20);
      assertThat(comparison.sharded().accepted()).isEqualTo(5 * 1_000 * partitions);
      assertThat(comparison.sharded().usedPartitions()).isEqualTo((int) partitions);
      assertThat(comparison.gain()).isEqualTo((double) partitions);
    }
  }

  @ParameterizedTest
  @EnumSource(Selection.class)
  void of_theSameTwice_isTheSame(Selection selection) {
    Workload zipf = Workload.writes(20_000, KeyDistribution.zipf(100, 1), 3);
    String once = WorkloadComparison.html(WorkloadComparison.of(scenario(7, selection, 5), zipf));
    String again = WorkloadComparison.html(WorkloadComparison.of(scenario(7, selection, 5), zipf));
    String other = WorkloadComparison.html(WorkloadComparison.of(scenario(7, selection, 6), zipf));

    assertThat(again).isEqualTo(once).isNotEqualTo(other);
  }

  @Test
  void of_anyWorkload_addsUp() {
    Workload ramp =
        new Workload(
            RequestRate.ramp(0, 27_000), KeyDistribution.zipf(300, 1.2), Access.INSERT, 1_500, 10);
    Comparison comparison = WorkloadComparison.of(scenario(4, Selection.RANDOM, 1), ramp);

    for (RunResult run : List.of(comparison.plain(), comparison.sharded())) {
      assertThat(run.offered()).isEqualTo(135_000);
      assertThat(run.accepted()).isBetween(1L, run.offered() - 1);
      assertThat(run.throttles().values().stream().mapToLong(count -> count).sum())
          .isEqualTo(run.throttled());
      assertThat(run.buckets()).hasSize(10).hasSize(run.heat().columns());
      assertThat(run.buckets().stream().mapToLong(TimeBucket::accepted).sum())
          .isEqualTo(run.accepted());
      assertThat(run.buckets().stream().mapToLong(TimeBucket::offered).sum())
          .isEqualTo(run.offered());
      assertThat(run.keys()).hasSize(10);
      assertThat(run.keys().get(0).key()).isEqualTo("key-1");
      assertThat(run.keysExact()).isTrue();
      assertThat(run.ranks()).hasSize(20).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    }
    assertThat(comparison.sharded().keys())
        .extracting(KeyCount::offered)
        .isEqualTo(comparison.plain().keys().stream().map(KeyCount::offered).toList());
  }

  /** Keys are written as the sharding client writes them. */
  @Test
  void of_aShardedRun_hasThePhysicalKeysOfTheLibrary() {
    ShardedKeys keys =
        ShardedKeys.of(ShardingSpec.builder("t").partitionKey("k").sortKey("s").shards(10).build());
    Comparison comparison = WorkloadComparison.of(scenario(10, Selection.CALCULATED, 0), HOT_DAY);
    HotSecond hottest = Objects.requireNonNull(comparison.sharded().buckets().get(0).hottest());

    assertThat(hottest.keys()).isNotEmpty();
    for (KeyCount key : hottest.keys()) {
      assertThat(keys.toLogical(Map.of("k", AttributeValue.fromS(key.key()))))
          .containsEntry("k", AttributeValue.fromS(DAY));
    }
  }

  @Test
  void of_sortKeysThatRequestsFallOnAlike_letsAHotKeySplit() {
    TableSpec table =
        TableSpec.builder("t")
            .capacity(Capacity.provisioned(0, 4_000))
            .sortKeys(SortKeys.SPREAD)
            .build();
    Workload load = Workload.writes(3_000, KeyDistribution.single("k"), 310);
    Comparison comparison =
        WorkloadComparison.of(new Scenario(table, new Shards(2, Selection.ROTATING), 0), load);
    RunResult plain = comparison.plain();

    assertThat(plain.firstPartitions()).isEqualTo(4);
    assertThat(WorkloadComparison.text(comparison))
        .containsPattern("partitions used +3 of 6, by splits of 4 ");
    assertThat(plain.lastPartitions()).isGreaterThan(4);
    assertThat(plain.buckets().get(0).acceptedPerSecond()).isEqualTo(1_000);
    assertThat(plain.buckets().get(plain.buckets().size() - 1).acceptedPerSecond())
        .isGreaterThan(1_500);
  }

  @ParameterizedTest
  @EnumSource(names = {"RANDOM", "ROTATING"})
  void of_readsWhoseShardIsDrawn_isRefused(Selection selection) {
    Workload reads =
        new Workload(
            RequestRate.steady(10), KeyDistribution.uniform(5), Access.EVENTUAL_READ, 100, 1);

    assertThatThrownBy(() -> WorkloadComparison.of(scenario(2, selection, 0), reads))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("looks on every shard");
  }

  @Test
  void verdict_ofALoadThatFits_saysThatItNeedsNoShards() {
    Comparison calm =
        WorkloadComparison.of(
            scenario(2, Selection.CALCULATED, 0),
            Workload.writes(500, KeyDistribution.single("k"), 2));

    assertThat(WorkloadComparison.verdict(calm))
        .isEqualTo("Nothing is throttled without shards: this load needs none.");
  }

  /** A shape of a chart is no text of a reader's language. */
  @Test
  void html_inACountryWithOtherDigits_isTheSame() {
    Locale before = Locale.getDefault();
    Scenario scenario = scenario(10, Selection.CALCULATED, 0);
    String english = WorkloadComparison.html(WorkloadComparison.of(scenario, HOT_DAY));
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(WorkloadComparison.html(WorkloadComparison.of(scenario, HOT_DAY)))
          .isEqualTo(english);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void text_ofAKeyThatSteersTerminals_showsIt() {
    Workload hostile = Workload.writes(1, KeyDistribution.single("a\u001b[2J\nb\u202e"), 1);
    String text =
        WorkloadComparison.text(
            WorkloadComparison.of(scenario(2, Selection.CALCULATED, 0), hostile));

    assertThat(text).contains("For 1 second.", "All for the key a\\u001b[2J\\u000ab\\u202e.");
  }

  /** The count is the planner's; with that many, only time is missing. */
  @Test
  void verdict_whereShardsAreTooFew_namesTheCountToTake() {
    Workload day = Workload.writes(20_000, KeyDistribution.single("2014-07-09"), 2);
    TableSpec table = TableSpec.builder("t").capacity(Capacity.provisioned(0, 20_000)).build();

    assertThat(WorkloadComparison.verdict(compared(table, 10, day)))
        .endsWith(
            "throttled, mostly because the hottest partitions are asked for more than they have. Take 28, of which even the hottest leaves a fifth of its partition unused ('evenkeel capacity shards').");
    assertThat(WorkloadComparison.verdict(compared(table, 28, day)))
        .contains("28 would do ('evenkeel capacity shards'), once none shares a partition");
    assertThat(WorkloadComparison.html(compared(table, 10, day))).contains("Take 28,", "is burst:");
  }

  /** A strong read costs twice as much as the other. */
  @Test
  void verdict_ofStrongReads_plansForStrongReads() {
    TableSpec table = TableSpec.builder("t").capacity(Capacity.provisioned(21_000, 1)).build();

    assertThat(WorkloadComparison.verdict(compared(table, 6, reads(Access.STRONG_READ))))
        .contains(" Take 9, of which");
    assertThat(WorkloadComparison.verdict(compared(table, 6, reads(Access.EVENTUAL_READ))))
        .contains(" 5 would do");
  }

  private static Workload reads(Access access) {
    return new Workload(RequestRate.steady(20_000), KeyDistribution.single("k"), access, 1_000, 2);
  }

  @Test
  void verdict_withoutAdaptiveCapacity_dividesByThePartOfAPartition() {
    Workload load = Workload.writes(2_000, KeyDistribution.single("k"), 2);
    TableSpec.Builder table =
        TableSpec.builder("t")
            .capacity(Capacity.provisioned(0, 4_000))
            .behavior(PartitionBehavior.original())
            .storedBytes(80_000_000_000L);

    assertThat(WorkloadComparison.verdict(compared(table.build(), 2, load)))
        .endsWith(
            "Take 4 at the least, on as many partitions: 2,000 units a second of the hottest key /"
                + " 500.0, which each of 8 partitions has without adaptive capacity.");
    assertThat(
            WorkloadComparison.verdict(
                compared(table.capacity(Capacity.provisioned(0, 1_900)).build(), 2, load)))
        .contains("No number of shards carries 2,000 units a second of one key:");
  }

  /** After a while with little load a partition carries more than it has, for a while. */
  @Test
  void verdict_ofALoadThatBurstCarries_saysSo() {
    Workload load =
        new Workload(
            RequestRate.ramp(100, 1_500), KeyDistribution.single("k"), Access.INSERT, 900, 30);
    TableSpec table = TableSpec.builder("t").capacity(Capacity.provisioned(0, 4_000)).build();

    assertThat(WorkloadComparison.verdict(compared(table, 2, load)))
        .startsWith("Nothing is throttled without shards, but only by burst: a partition is")
        .contains("up to 1.5 times what it has. AWS promises no burst", "2 would do");
  }

  /** A limit of the table is no reason for more shards. */
  @Test
  void verdict_whereTheTableIsTheLimit_namesNoCount() {
    Workload day = Workload.writes(20_000, KeyDistribution.single("2014-07-09"), 2);
    TableSpec small = TableSpec.builder("t").capacity(Capacity.provisioned(0, 5_000)).build();
    TableSpec onDemand = TableSpec.builder("t").capacity(Capacity.onDemand()).build();

    assertThat(WorkloadComparison.verdict(compared(small, 28, day)))
        .endsWith(
            "more is asked than the table is provisioned for. Shards add nothing to that: provision more.");
    assertThat(WorkloadComparison.verdict(compared(onDemand, 28, day)))
        .endsWith(
            "28 would do ('evenkeel capacity shards'), once the table has adapted to the load or 'evenkeel prewarm' has made it ready.");
  }

  private static Comparison compared(TableSpec table, int shards, Workload load) {
    return WorkloadComparison.of(
        new Scenario(table, new Shards(shards, Selection.CALCULATED), 0), load);
  }
}
