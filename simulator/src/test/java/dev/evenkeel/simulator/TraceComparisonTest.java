package dev.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.SortKeys;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.spec.result.Comparison;
import dev.evenkeel.simulator.spec.workload.Playback;
import dev.evenkeel.simulator.spec.workload.Scenario;
import dev.evenkeel.simulator.spec.workload.Scenario.Shards;
import dev.evenkeel.simulator.trace.TraceFormat;
import dev.evenkeel.simulator.trace.TraceReader;
import dev.evenkeel.simulator.trace.TraceReader.TraceException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceComparisonTest {
  private static Comparison play(Playback playback, Selection selection, String text) {
    TableSpec table = TableSpec.builder("t").capacity(Capacity.provisioned(1_000, 3_000)).build();
    TraceReader trace = TraceReader.of("t.csv", new StringReader(text), TraceFormat.csv());
    return WorkloadComparison.ofTrace(
        new Scenario(table, new Shards(4, selection), 0), "t.csv", trace, playback);
  }

  @Test
  void ofTrace_fasterAndMoreOften_isPlayedFromTheFirstRequestOn() {
    Comparison comparison =
        play(
            new Playback(10, 2_000),
            Selection.ROTATING,
            "1000,a,1000\n1015,a,2000\n1005,b,10\nno line\n1060,a,1\n");

    assertThat(comparison.load()).isEqualTo("4 requests of t.csv, each 2,000 times");
    assertThat(comparison.notes())
        .containsExactly(
            "Recorded in 61 seconds.",
            "Played 10 times as fast.",
            "What is made more often has other sort keys.",
            "1 of 5 lines could not be read: line 4: it has 1 field where there are 3 columns (time, key, bytes).");
    assertThat(comparison.plain().seconds()).isEqualTo(7);
    assertThat(comparison.plain().buckets())
        .extracting(bucket -> bucket.offered())
        .containsExactly(4_000L, 2_000L, 0L, 0L, 0L, 0L, 2_000L);
    assertThat(comparison.plain().keys().get(0).key()).isEqualTo("a");
    assertThat(comparison.plain().keys().get(0).offered()).isEqualTo(6_000);
    assertThat(comparison.plain().throttled()).isPositive();
    assertThat(comparison.sharded().offered()).isEqualTo(8_000);
  }

  @Test
  void ofTrace_ofAnyLength_tellsWhatWasPlayed() {
    List<Long> played = new ArrayList<>();
    TableSpec table = TableSpec.builder("t").capacity(Capacity.onDemand()).build();
    TraceReader trace =
        TraceReader.of("t.csv", new StringReader("1,a,1\nno line\n2,b,1\n"), TraceFormat.csv());
    WorkloadComparison.ofTrace(
        new Scenario(table, new Shards(2, Selection.CALCULATED), 0),
        "t.csv",
        trace,
        new Playback(1, 7),
        played::add);

    assertThat(played).containsExactly(7L, 7L);
  }

  @Test
  void ofTrace_withReadsWhoseShardIsDrawn_isRefused() {
    assertThatThrownBy(
            () ->
                play(Playback.RECORDED, Selection.RANDOM, "time,key,bytes,operation\n1,a,1,read\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("looks on every shard");
  }

  @Test
  void ofTrace_ofSeveralTables_isRefusedUnlessOneIsChosen() {
    String two = "time,key,bytes,table\n1,a,1,orders\n2,a,1,carts\n3,a,1,orders\n";

    assertThatThrownBy(() -> play(Playback.RECORDED, Selection.RANDOM, two))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("several tables, such as 'orders' and 'carts', and one is simulated");
    Scenario scenario =
        new Scenario(
            TableSpec.builder("t").capacity(Capacity.onDemand()).build(),
            new Shards(2, Selection.RANDOM),
            0);
    assertThat(
            WorkloadComparison.ofTrace(
                    scenario, "t.csv", read(two).onlyTable("orders"), Playback.RECORDED)
                .plain()
                .offered())
        .isEqualTo(2);
    assertThatThrownBy(() -> read(two).onlyTable("users").next())
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("no requests of table 'users'");
  }

  private static TraceReader read(String text) {
    return TraceReader.of("t.csv", new StringReader(text), TraceFormat.csv());
  }

  /** Heat divides the items of a key, and not one item that all requests are for. */
  @Test
  void ofTrace_whoseSortKeysAreThere_areThoseOfTheRequests() {
    assertThat(partitions("item")).isEqualTo(3);
    assertThat(partitions("item%d")).isGreaterThan(3);
  }

  private static int partitions(String sortKey) {
    StringBuilder trace = new StringBuilder("time,key,bytes,sortKey\n");
    for (int i = 0; i < 30 * 320; i++) {
      trace.append(1_000 + i / 30).append(",a,40960,").append(sortKey.formatted(i)).append('\n');
    }
    TableSpec table =
        TableSpec.builder("t")
            .capacity(Capacity.provisioned(0, 3_000))
            .sortKeys(SortKeys.SPREAD)
            .build();
    return WorkloadComparison.ofTrace(
            new Scenario(table, new Shards(2, Selection.CALCULATED), 0),
            "t.csv",
            read(trace.toString()),
            Playback.RECORDED)
        .plain()
        .lastPartitions();
  }

  @Test
  void ofTrace_withoutRequests_isRefused() {
    assertThatThrownBy(() -> play(Playback.RECORDED, Selection.RANDOM, ""))
        .isInstanceOf(TraceException.class);
  }
}
