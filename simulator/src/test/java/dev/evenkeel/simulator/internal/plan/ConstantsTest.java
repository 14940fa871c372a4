package dev.evenkeel.simulator.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.planning.PartitionEstimate.PartitionGroup;
import dev.evenkeel.sharding.planning.ShardPlan.PartitionLimit;
import dev.evenkeel.simulator.spec.PartitionRules;
import org.junit.jupiter.api.Test;

/** Planning and simulating go by the same numbers. */
class ConstantsTest {
  @Test
  void rules_areThoseOfThePlanners() {
    assertThat(PartitionRules.PARTITION_WRITE_UNITS)
        .isEqualTo(PartitionLimit.WRITE_UNITS_PER_SECOND.max());
    assertThat(PartitionRules.PARTITION_READ_UNITS)
        .isEqualTo(PartitionLimit.READ_UNITS_PER_SECOND.max());
    assertThat(PartitionRules.PARTITION_BYTES).isEqualTo(PartitionLimit.STORED_BYTES.max());
    assertThat(PartitionRules.BURST_SECONDS).isEqualTo(PartitionGroup.BURST_SECONDS);
  }
}
