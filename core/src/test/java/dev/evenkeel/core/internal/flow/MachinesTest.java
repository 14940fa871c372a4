package dev.evenkeel.core.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class MachinesTest {
  private static Machine<String, Integer, Integer> asking(String request) {
    return SingleAsk.of(request, answer -> answer, UnaryOperator.identity());
  }

  private static Machine<String, Integer, Integer> chained(
      Function<Integer, Machine<String, Integer, Integer>> next) {
    Machine<String, Integer, Integer> machine =
        Machines.chained(asking("first"), next, "the second");
    assertThat(machine.next()).isEqualTo(Step.ask(0, "first"));
    assertThat(machine.next()).isEqualTo(Step.park());
    assertThat(machine.mayFollow()).containsExactly("the second");
    return machine;
  }

  @Test
  void chained_bothAnswered_endsAsTheSecondMadeOfTheResultOfTheFirst() {
    Machine<String, Integer, Integer> machine = chained(result -> asking("after " + result));
    machine.onAnswer(0, 7);
    assertThat(machine.next()).isEqualTo(Step.ask(0, "after 7"));
    assertThat(machine.next()).isEqualTo(Step.park());
    assertThat(machine.mayFollow()).isEmpty();
    machine.onAnswer(0, 8);
    assertThat(machine.next()).isEqualTo(Step.finish(8));
  }

  @Test
  void chained_eitherFails_failsSo() {
    IllegalStateException cause = new IllegalStateException("down");
    Machine<String, Integer, Integer> inFirst = chained(result -> asking("never"));
    inFirst.onFailure(0, cause);
    assertThat(inFirst.next()).isEqualTo(Step.fail(cause));

    Machine<String, Integer, Integer> inSecond = chained(result -> asking("second"));
    inSecond.onAnswer(0, 7);
    assertThat(inSecond.next()).isEqualTo(Step.ask(0, "second"));
    inSecond.onFailure(0, cause);
    assertThat(inSecond.next()).isEqualTo(Step.fail(cause));
  }

  @Test
  void chained_nextThrows_endsTheCallWithThat() {
    IllegalStateException cause = new IllegalStateException("no second");
    Machine<String, Integer, Integer> machine =
        chained(
            result -> {
              throw cause;
            });
    machine.onAnswer(0, 7);
    assertThatThrownBy(machine::next).isSameAs(cause);
  }
}
