package dev.evenkeel.chunking.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
  private final MemoryBudget budget = new MemoryBudget(100);

  @Test
  void hold_moreThanIsFree_waitsForItsTurn() {
    MemoryBudget.Call first = budget.call();
    MemoryBudget.Call second = budget.call();
    MemoryBudget.Call third = budget.call();

    assertThat(first.hold(60)).isDone();
    CompletableFuture<Object> large = second.hold(50);
    CompletableFuture<Object> small = third.hold(10);

    assertThat(large).isNotDone();
    assertThat(small).as("behind the one that came first").isNotDone();

    first.close();

    assertThat(large).isDone();
    assertThat(small).isDone();
    assertThat(budget.free()).isEqualTo(40);
  }

  @Test
  void hold_moreThanThereIs_isGrantedAlone() {
    MemoryBudget.Call first = budget.call();
    MemoryBudget.Call huge = budget.call();

    assertThat(first.hold(1)).isDone();
    CompletableFuture<Object> all = huge.hold(1_000);
    assertThat(all).isNotDone();
    first.close();

    assertThat(all).isDone();
    assertThat(budget.free()).isZero();
  }

  @Test
  void hold_again_takesThePlaceOfWhatWasHeld() {
    MemoryBudget.Call one = budget.call();
    MemoryBudget.Call other = budget.call();

    assertThat(one.hold(60)).isDone();
    assertThat(other.hold(40)).isDone();
    assertThat(one.hold(60)).isDone();
    CompletableFuture<Object> more = one.hold(80);
    assertThat(more).isNotDone();
    assertThat(other.hold(60)).as("nobody waits in a circle").isNotDone();
    assertThat(budget.free()).isEqualTo(20);
    assertThat(more).isDone();

    assertThat(one.hold(0)).isDone();
    other.close();

    assertThat(budget.free()).isEqualTo(100);
  }

  @Test
  void close_ofOneThatWaits_leavesTheQueue() {
    MemoryBudget.Call first = budget.call();
    MemoryBudget.Call second = budget.call();
    MemoryBudget.Call third = budget.call();
    assertThat(first.hold(100)).isDone();
    CompletableFuture<Object> never = second.hold(100);
    CompletableFuture<Object> next = third.hold(100);

    second.close();
    first.close();
    first.close();

    assertThat(never).isNotDone();
    assertThat(next).isDone();
    assertThat(second.hold(50)).as("a call that is over holds nothing").isDone();
    third.close();
    assertThat(budget.free()).isEqualTo(100);
  }

  @Test
  void budget_ofNothing_isRefused() {
    assertThatThrownBy(() -> new MemoryBudget(0)).hasMessageContaining("readBytesMax");
  }
}
