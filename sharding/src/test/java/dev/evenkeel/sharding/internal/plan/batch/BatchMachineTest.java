package dev.evenkeel.sharding.internal.plan.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Step;
import dev.evenkeel.sharding.internal.plan.batch.BatchMachine.Pace;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;

class BatchMachineTest {
  private static final String NOTHING = "-";

  private final Throwable throttled = BatchFailures.throttled();
  private final Throwable lost = SdkClientException.create("connection lost");

  /** Joins the answers; each but {@link #NOTHING} counts as one entry processed. */
  private static BatchMachine<String, String, String> machine(Pace pace) {
    return new BatchMachine<>(
        List.of("a", "b", "c"),
        pace,
        answers ->
            new BatchOutcome<>(
                String.join(",", answers.stream().map(String::valueOf).toList()),
                (int) answers.stream().filter(a -> a != null && !a.equals(NOTHING)).count()));
  }

  private static Step<String, String> ask(int ticket, String request) {
    return Step.ask(ticket, request);
  }

  @Test
  void next_together_asksAllAtOnceAndAnswersInTheirOrder() {
    var machine = machine(Pace.TOGETHER);
    assertThat(machine.next()).isEqualTo(ask(0, "a"));
    assertThat(machine.next()).isEqualTo(ask(1, "b"));
    assertThat(machine.next()).isEqualTo(ask(2, "c"));
    assertThat(machine.next()).isEqualTo(Step.park());

    machine.onAnswer(2, "C");
    machine.onAnswer(0, "A");
    assertThat(machine.next()).isEqualTo(Step.park());
    machine.onAnswer(1, "B");
    assertThat(machine.next()).isEqualTo(Step.finish("A,B,C"));
  }

  @Test
  void next_firstAlone_asksTheRestOnceTheFirstIsAnswered() {
    var machine = machine(Pace.FIRST_ALONE);
    assertThat(machine.next()).isEqualTo(ask(0, "a"));
    assertThat(machine.next()).isEqualTo(Step.park());

    machine.onAnswer(0, "A");
    assertThat(machine.next()).isEqualTo(ask(1, "b"));
    assertThat(machine.next()).isEqualTo(ask(2, "c"));
    assertThat(machine.next()).isEqualTo(Step.park());
  }

  @Test
  void onFailure_laterThrottled_finishesWithoutTheirAnswers() {
    var machine = asked(Pace.TOGETHER);
    machine.onAnswer(0, "A");
    machine.onFailure(1, throttled);
    machine.onFailure(2, BatchFailures.throttled());
    assertThat(machine.next()).isEqualTo(Step.finish("A,null,null"));
  }

  @Test
  void onFailure_throttledAndNothingProcessed_failsWithTheFirst() {
    var machine = asked(Pace.TOGETHER);
    machine.onAnswer(0, NOTHING);
    machine.onFailure(2, throttled);
    machine.onFailure(1, BatchFailures.throttled());
    assertThat(machine.next()).isEqualTo(Step.fail(throttled));
  }

  @Test
  void onFailure_firstThrottled_failsWithIt() {
    var machine = asked(Pace.TOGETHER);
    machine.onFailure(0, throttled);
    machine.onAnswer(1, "B");
    machine.onAnswer(2, "C");
    assertThat(machine.next()).isEqualTo(Step.fail(throttled));
  }

  @Test
  void onFailure_anyOther_waitsForTheOthersAndThenFails() {
    var machine = asked(Pace.TOGETHER);
    machine.onFailure(1, lost);
    machine.onAnswer(0, "A");
    assertThat(machine.next()).isEqualTo(Step.park());
    machine.onFailure(2, throttled);
    assertThat(machine.next()).isEqualTo(Step.fail(lost));
  }

  @Test
  void onFailure_firstAloneThrottled_failsAndAsksNoMore() {
    var machine = machine(Pace.FIRST_ALONE);
    machine.next();
    machine.onFailure(0, throttled);
    assertThat(machine.next()).isEqualTo(Step.fail(throttled));
  }

  @Test
  void onFailure_laterWrite_waitsForTheOthersAndThenFails() {
    var machine = asked(Pace.FIRST_ALONE);
    machine.onFailure(2, lost);
    assertThat(machine.next()).isEqualTo(Step.park());
    machine.onFailure(1, throttled);
    assertThat(machine.next()).isEqualTo(Step.fail(lost));
  }

  @Test
  void onFailure_laterWriteThrottled_finishesWithoutItsAnswer() {
    var machine = asked(Pace.FIRST_ALONE);
    machine.onFailure(1, throttled);
    machine.onAnswer(2, "C");
    assertThat(machine.next()).isEqualTo(Step.finish("A,null,C"));
  }

  /** A machine that has asked everything; of a lone first, the answer is "A". */
  private static BatchMachine<String, String, String> asked(Pace pace) {
    BatchMachine<String, String, String> machine = machine(pace);
    machine.next();
    if (pace == Pace.FIRST_ALONE) {
      machine.onAnswer(0, "A");
    }
    machine.next();
    machine.next();
    assertThat(machine.next()).isEqualTo(Step.park());
    return machine;
  }
}
