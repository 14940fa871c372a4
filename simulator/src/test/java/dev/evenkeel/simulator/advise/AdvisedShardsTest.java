package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.simulator.WorkloadComparison;
import dev.evenkeel.simulator.advise.Advice.ShardAdvice;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.spec.result.RunResult.KeyCount;
import dev.evenkeel.simulator.spec.workload.Playback;
import dev.evenkeel.simulator.spec.workload.Scenario;
import dev.evenkeel.simulator.spec.workload.Scenario.Shards;
import dev.evenkeel.simulator.trace.TraceFormat;
import dev.evenkeel.simulator.trace.TraceReader;
import java.io.StringReader;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The advised number of shards, played on the partitions that it is advised for. */
class AdvisedShardsTest {
  private static final String HOT = "hot";
  private static final int SECONDS = 10;

  /** A trace of 125 large writes a second and 1,875 small ones: 5,000 units a second, and 1,875. */
  private static final String FEW_LARGE =
      trace(16, i -> i % 16 == 0 ? HOT + ",40960" : "x" + i % 3_000 + ",100");

  /** 1,000 writes of 1 KB and 100 of 40 KB, all of one key. */
  private static final String MIXED = trace(11, i -> HOT + (i % 11 == 0 ? ",40960" : ",1000"));

  private static String trace(int parts, IntFunction<String> line) {
    int perSecond = parts * (parts == 16 ? 125 : 100);
    return IntStream.range(0, SECONDS * perSecond)
        .mapToObj(i -> "%.4f,%s\n".formatted(1 + (double) i / perSecond, line.apply(i)))
        .collect(Collectors.joining("", "time,key,bytes\n", ""));
  }

  private static TraceReader read(String trace) {
    return TraceReader.of("t.csv", new StringReader(trace), TraceFormat.csv());
  }

  private static ShardAdvice advice(String trace) {
    return KeyAdvisor.create().addAll(read(trace)).advice().sharding();
  }

  /** The part of the hot key's requests that is throttled, without any burst, all shards apart. */
  private static double throttled(String trace, int shards) {
    TableSpec table =
        TableSpec.builder("t")
            .capacity(Capacity.onDemand().warmedFor(12_000, 4_000_000))
            .behavior(PartitionBehavior.today().withBurst(false))
            .build();
    KeyCount hot =
        WorkloadComparison.ofTrace(
                new Scenario(table, new Shards(shards, Selection.CALCULATED), 0),
                "t",
                read(trace),
                Playback.RECORDED)
            .sharded()
            .keys()
            .stream()
            .filter(key -> key.key().equals(HOT))
            .findFirst()
            .orElseThrow();
    return 1 - (double) hot.accepted() / hot.offered();
  }

  @Test
  void shards_ofAHotKeyWithLargeItemsAmongSmallOnes_carryIt() {
    ShardAdvice advice = advice(FEW_LARGE);

    assertThat(advice.arithmetic())
        .isEqualTo("125 writes/s x 40 KB / 1,000 = 5.000, rounded up: 5");
    assertThat(advice.shardsWithHeadRoom()).isEqualTo(11);
    assertThat(advice.headRoom())
        .isEqualTo("125 writes/s of 40 KB over 11 shards are 782 write units/s for the busiest");
    assertThat(advice.code()).contains("KeyRule.exactly(\"hot\", 11)");
    assertThat(throttled(FEW_LARGE, 11)).isZero();
    assertThat(throttled(FEW_LARGE, 8)).as("as the mean of all writes asks for").isPositive();
  }

  @Test
  void shards_ofAHotKeyWithItemsOfAllSizes_carryIt() {
    ShardAdvice advice = advice(MIXED);

    assertThat(advice.arithmetic()).isEqualTo("5,000 write units/s / 1,000 = 5.000, rounded up: 5");
    assertThat(advice.headRoom()).startsWith("5,000 write units/s in writes of 33 KB over ");
    assertThat(throttled(MIXED, advice.shardsWithHeadRoom())).isZero();
    assertThat(throttled(MIXED, 7)).isPositive();
  }
}
