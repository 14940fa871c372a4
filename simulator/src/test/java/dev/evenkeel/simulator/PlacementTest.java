package dev.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A simulation of one seed places keys where earlier releases did. */
class PlacementTest {
  @Test
  void keys_ofASeed_lieWhereTheyAlwaysDid() {
    assertThat(partitions(0)).containsExactly(13L, 3L, 1L, 17L, 11L);
    assertThat(partitions(1)).containsExactly(6L, 3L, 19L, 2L, 19L);
  }

  private static List<Long> partitions(long seed) {
    PartitionSimulator simulator =
        PartitionSimulator.builder(
                Simulations.table(Capacity.provisioned(0, 20_000), PartitionBehavior.today())
                    .build())
            .seed(seed)
            .build();
    return IntStream.range(0, 5)
        .mapToObj(suffix -> simulator.partitionOf("2014-07-09." + suffix, null))
        .toList();
  }
}
