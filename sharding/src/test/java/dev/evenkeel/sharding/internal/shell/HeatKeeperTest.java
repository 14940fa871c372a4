package dev.evenkeel.sharding.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.sharding.internal.heat.TableHeat;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One look at a time, and another one after each that ended or never began. */
class HeatKeeperTest {
  private final ShardingSpec spec =
      ShardingSpec.builder("clicks").partitionKey("pk").sortKey("sk").shards(1).build();
  private final HeatPolicy policy = HeatPolicy.propose();
  private final List<Runnable> begun = new ArrayList<>();
  private boolean hasThreads = true;
  private final HeatKeeper keeper =
      new HeatKeeper(
          spec,
          policy,
          new TableHeat(spec, policy, () -> null, () -> 0),
          null,
          Sender.answering(request -> null),
          hot -> {},
          this::begin);

  private void begin(Runnable look) {
    if (!hasThreads) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    begun.add(look);
  }

  @Test
  void look_whileOneIsUnderWay_doesNothing() {
    keeper.look();
    keeper.look();
    assertThat(begun).hasSize(1);
    begun.get(0).run();
    keeper.look();
    assertThat(begun).hasSize(2);
  }

  @Test
  void look_afterTheMachineGaveNoThread_looksAgain() {
    hasThreads = false;
    assertThatThrownBy(keeper::look).isInstanceOf(OutOfMemoryError.class);
    hasThreads = true;
    keeper.look();
    assertThat(begun).hasSize(1);
  }
}
