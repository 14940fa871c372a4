package dev.evenkeel.sharding.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeatPolicyTest {
  private static ShardingSpec.Builder spec() {
    return ShardingSpec.builder("clicks").partitionKey("page").sortKey("at");
  }

  @Test
  void policy_senselessValues_areRefused() {
    HeatPolicy policy = HeatPolicy.apply();
    assertThatThrownBy(() -> policy.withThrottles(0)).hasMessageContaining("one throttle");
    assertThatThrownBy(() -> policy.withUnits(0)).hasMessageContaining("one unit");
    assertThatThrownBy(() -> policy.withCeiling(1)).hasMessageContaining("2..1024");
    assertThatThrownBy(() -> policy.withCeiling(1_025)).hasMessageContaining("2..1024");
    assertThatThrownBy(() -> policy.withCoolDown(Duration.ZERO)).hasMessageContaining("a second");
  }

  @Test
  void build_aPolicyForATableWithoutShards_isRefused() {
    assertThatThrownBy(() -> spec().shards(1).heat(HeatPolicy.propose()).build())
        .hasMessageContaining("heat()")
        .hasMessageContaining("layoutFrom()");
  }

  @Test
  void build_aPolicy_isKeptAndNoPartOfTheLayout() {
    ShardingSpec cold = spec().shards(16).build();
    ShardingSpec hot = cold.toBuilder().heat(HeatPolicy.propose()).build();
    assertThat(hot.heat()).isEqualTo(HeatPolicy.propose());
    assertThat(cold.heat()).isNull();
    assertThat(hot.layoutId()).isEqualTo(cold.layoutId());
    assertThat(hot.forTable("other").heat()).isEqualTo(HeatPolicy.propose());
  }
}
