package dev.evenkeel.simulator;

import static dev.evenkeel.simulator.Simulations.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.PartitionSecond;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.SecondResult;
import dev.evenkeel.simulator.spec.TableSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SecondListenerTest {
  private static final TableSpec TABLE =
      table(Capacity.provisioned(0, 4_000), PartitionBehavior.original()).build();

  @Test
  void onSecond_withAListener_tellsWhatResultsTellAndEveryPartition() {
    List<SecondResult> reported = new ArrayList<>();
    List<List<PartitionSecond>> partitions = new ArrayList<>();
    PartitionSimulator listened =
        PartitionSimulator.builder(TABLE)
            .listener(
                (second, all) -> {
                  reported.add(second);
                  partitions.add(all);
                })
            .build();
    PartitionSimulator kept = PartitionSimulator.builder(TABLE).build();
    for (PartitionSimulator simulator : List.of(listened, kept)) {
      for (int second : new int[] {0, 1, 7}) {
        for (int key = 0; key < 20; key++) {
          simulator.offer(Request.insert(1_000L * second, "k" + key, 1_000), 10L * key + 1);
        }
      }
      simulator.advanceTo(8);
    }

    assertThat(reported).isEqualTo(kept.results()).hasSize(3);
    assertThat(listened.results()).isEmpty();
    for (int i = 0; i < 3; i++) {
      List<PartitionSecond> all = partitions.get(i);
      assertThat(all).hasSize(4);
      assertThat(all.stream().mapToDouble(each -> each.heat().offeredWriteUnits()).sum())
          .isEqualTo((double) reported.get(i).offered());
      assertThat(all.stream().max(Comparator.comparingDouble(each -> each.heat().heat())))
          .map(PartitionSecond::heat)
          .contains(Objects.requireNonNull(reported.get(i).table().hottest()));
    }
  }

  @Test
  void endHash_ofPartitions_isWhereTheNextBegins() {
    List<PartitionSecond> seen = new ArrayList<>();
    PartitionSimulator simulator =
        PartitionSimulator.builder(TABLE).listener((second, all) -> seen.addAll(all)).build();
    Simulations.keyOfEach(simulator).forEach(key -> simulator.offer(Request.insert(0, key, 1)));
    simulator.advanceTo(1);

    assertThat(seen).hasSize(4);
    for (int i = 0; i < 4; i++) {
      assertThat(seen.get(i).endHash()).isEqualTo(seen.get((i + 1) % 4).state().firstHash());
    }
  }

  @Test
  void use_ofAPartitionWithAnEvenPart_isOfThatPart() {
    List<PartitionSecond> seen = new ArrayList<>();
    TableSpec half = table(Capacity.provisioned(0, 1_500), PartitionBehavior.original()).build();
    PartitionSimulator simulator =
        PartitionSimulator.builder(half).listener((second, all) -> seen.addAll(all)).build();
    simulator.offer(Request.insert(0, "k", 1_000), 1_500);
    simulator.advanceTo(1);

    assertThat(seen.get(0).use()).isEqualTo(2);
    assertThat(seen.get(0).heat().heat()).isEqualTo(2);
    assertThat(seen.get(0).heat().writeUnitsPerSecond()).isEqualTo(750);
  }
}
