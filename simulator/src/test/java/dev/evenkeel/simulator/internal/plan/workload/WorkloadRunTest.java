package dev.evenkeel.simulator.internal.plan.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.spec.result.Comparison;
import dev.evenkeel.simulator.spec.result.RunResult;
import dev.evenkeel.simulator.spec.result.RunResult.TimeBucket;
import dev.evenkeel.simulator.spec.workload.KeyDistribution;
import dev.evenkeel.simulator.spec.workload.Scenario;
import dev.evenkeel.simulator.spec.workload.Scenario.Shards;
import dev.evenkeel.simulator.spec.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToIntFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorkloadRunTest {
  private static final int RATE = 9_000;
  private static final int SECONDS = 4;
  private static final KeyDistribution KEYS = KeyDistribution.zipf(40, 1);

  /** Where partitions are what throttles, requests together come out as one by one. */
  @ParameterizedTest
  @EnumSource(Selection.class)
  void play_ofEqualRequestsTogether_comesOutAsOneByOne(Selection selection) {
    TableSpec table =
        TableSpec.builder("t")
            .capacity(Capacity.provisioned(0, 8_000))
            .behavior(PartitionBehavior.original())
            .build();
    Scenario scenario = new Scenario(table, new Shards(3, selection), 11);
    ComparisonRun together = new ComparisonRun(scenario);
    List<Long> played = new ArrayList<>();
    WorkloadRun.play(Workload.writes(RATE, KEYS, SECONDS), scenario, together, played::add);

    assertSame(together.finish(SECONDS, "", List.of(), ""), oneByOne(scenario));
    assertThat(played).hasSize(10 * SECONDS).allMatch(requests -> requests == RATE / 10);
  }

  private static Comparison oneByOne(Scenario scenario) {
    ComparisonRun run = new ComparisonRun(scenario);
    LongToIntFunction keyDraw = AliasTable.of(KEYS);
    Draws draws = new Draws(scenario.seed());
    for (long request = 0; request < RATE * SECONDS; request++) {
      String key = KEYS.key(keyDraw.applyAsInt(draws.at(request)));
      long millis = request * 1_000 / RATE;
      run.offer(request, null, 1, Request.of(millis, key, null, Access.INSERT, 1_000));
    }
    return run.finish(SECONDS, "", List.of(), "");
  }

  private static void assertSame(Comparison together, Comparison oneByOne) {
    assertThat(together.plain().throttled()).isPositive();
    assertSame(together.plain(), oneByOne.plain());
    assertSame(together.sharded(), oneByOne.sharded());
  }

  private static void assertSame(RunResult together, RunResult oneByOne) {
    assertThat(together.buckets().stream().map(TimeBucket::offered))
        .containsExactlyElementsOf(oneByOne.buckets().stream().map(TimeBucket::offered).toList());
    assertThat(together.buckets().stream().map(TimeBucket::accepted))
        .containsExactlyElementsOf(oneByOne.buckets().stream().map(TimeBucket::accepted).toList());
    assertThat(together.ranks()).isEqualTo(oneByOne.ranks());
    assertThat(together.hottest()).isEqualTo(oneByOne.hottest());
    assertThat(together.throttles().values().stream().mapToLong(count -> count).sum())
        .isEqualTo(oneByOne.throttles().values().stream().mapToLong(count -> count).sum());
  }
}
