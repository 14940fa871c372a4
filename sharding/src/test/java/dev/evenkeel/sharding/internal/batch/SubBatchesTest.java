package dev.evenkeel.sharding.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.sharding.internal.batch.SubBatches.BatchOutcome;
import dev.evenkeel.sharding.internal.batch.SubBatches.Pace;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;

class SubBatchesTest {
  private static final String NOTHING = "-";

  private final Throwable throttled = BatchFailures.throttled();
  private final Throwable lost = SdkClientException.create("connection lost");

  /** Joins the answers; each but {@link #NOTHING} counts as one entry processed. */
  private static FlowStepper<String> batches(Pace pace) {
    return FlowStepper.of(
        SubBatches.<String, String>plan(
                List.of(ask("a"), ask("b"), ask("c")),
                pace,
                answers ->
                    new BatchOutcome<>(
                        String.join(",", answers.stream().map(String::valueOf).toList()),
                        (int)
                            answers.stream().filter(a -> a != null && !a.equals(NOTHING)).count()))
            .flow());
  }

  private record Part(String name) implements Request<String> {}

  private static Flow<String> ask(String name) {
    return Flow.ask(new Part(name));
  }

  private static FlowStepper.Ask ask(int ticket, String name) {
    return new FlowStepper.Ask(ticket, new Part(name));
  }

  private static void assertWaits(FlowStepper<String> batches) {
    assertThat(batches.next()).isNull();
    assertThat(batches.isOver()).isFalse();
  }

  private static String result(FlowStepper<String> batches) {
    assertThat(batches.next()).isNull();
    return batches.result();
  }

  private static @Nullable Throwable failure(FlowStepper<String> batches) {
    assertThat(batches.next()).isNull();
    return batches.failure();
  }

  @Test
  void next_together_asksAllAtOnceAndAnswersInTheirOrder() {
    var batches = batches(Pace.TOGETHER);
    assertThat(batches.next()).isEqualTo(ask(1, "a"));
    assertThat(batches.next()).isEqualTo(ask(2, "b"));
    assertThat(batches.next()).isEqualTo(ask(3, "c"));
    assertWaits(batches);

    batches.answer(3, "C");
    batches.answer(1, "A");
    assertWaits(batches);
    batches.answer(2, "B");
    assertThat(result(batches)).isEqualTo("A,B,C");
  }

  @Test
  void next_firstAlone_asksTheRestOnceTheFirstIsAnswered() {
    var batches = batches(Pace.FIRST_ALONE);
    assertThat(batches.next()).isEqualTo(ask(1, "a"));
    assertWaits(batches);

    batches.answer(1, "A");
    assertThat(batches.next()).isEqualTo(ask(2, "b"));
    assertThat(batches.next()).isEqualTo(ask(3, "c"));
    assertWaits(batches);
  }

  @Test
  void onFailure_laterThrottled_finishesWithoutTheirAnswers() {
    var batches = asked(Pace.TOGETHER);
    batches.answer(1, "A");
    batches.fail(2, throttled);
    batches.fail(3, BatchFailures.throttled());
    assertThat(result(batches)).isEqualTo("A,null,null");
  }

  @Test
  void onFailure_throttledAndNothingProcessed_failsWithTheFirst() {
    var batches = asked(Pace.TOGETHER);
    batches.answer(1, NOTHING);
    batches.fail(3, throttled);
    batches.fail(2, BatchFailures.throttled());
    assertThat(failure(batches)).isSameAs(throttled);
  }

  @Test
  void onFailure_firstThrottled_failsWithIt() {
    var batches = asked(Pace.TOGETHER);
    batches.fail(1, throttled);
    batches.answer(2, "B");
    batches.answer(3, "C");
    assertThat(failure(batches)).isSameAs(throttled);
  }

  @Test
  void onFailure_anyOther_waitsForTheOthersAndThenFails() {
    var batches = asked(Pace.TOGETHER);
    batches.fail(2, lost);
    batches.answer(1, "A");
    assertWaits(batches);
    batches.fail(3, throttled);
    assertThat(failure(batches)).isSameAs(lost);
  }

  @Test
  void onFailure_firstAloneThrottled_failsAndAsksNoMore() {
    var batches = batches(Pace.FIRST_ALONE);
    batches.next();
    batches.fail(1, throttled);
    assertThat(failure(batches)).isSameAs(throttled);
  }

  @Test
  void onFailure_laterWrite_waitsForTheOthersAndThenFails() {
    var batches = asked(Pace.FIRST_ALONE);
    batches.fail(3, lost);
    assertWaits(batches);
    batches.fail(2, throttled);
    assertThat(failure(batches)).isSameAs(lost);
  }

  @Test
  void onFailure_laterWriteThrottled_finishesWithoutItsAnswer() {
    var batches = asked(Pace.FIRST_ALONE);
    batches.fail(2, throttled);
    batches.answer(3, "C");
    assertThat(result(batches)).isEqualTo("A,null,C");
  }

  /** Batches of which everything was asked; of a lone first, the answer is "A". */
  private static FlowStepper<String> asked(Pace pace) {
    FlowStepper<String> batches = batches(pace);
    batches.next();
    if (pace == Pace.FIRST_ALONE) {
      batches.answer(1, "A");
    }
    batches.next();
    batches.next();
    assertWaits(batches);
    return batches;
  }
}
