package dev.evenkeel.core.internal.batch;

import static dev.evenkeel.core.internal.batch.BatchScript.get;
import static dev.evenkeel.core.internal.batch.BatchScript.planner;
import static dev.evenkeel.core.internal.batch.BatchScript.puts;
import static dev.evenkeel.core.internal.batch.BatchScript.throttle;
import static dev.evenkeel.core.internal.batch.BatchScript.write;
import static dev.evenkeel.core.internal.batch.BatchScript.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.FlowStepper.Ask;
import dev.evenkeel.core.internal.flow.Retries;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What a batch sends after parts that failed, were throttled, or brought nothing. */
class BatchRoundsTest {
  private static final int WIDTH = 8;

  private static BatchScript<BatchWriteItemResponse> writing(int parts, int fruitlessMax) {
    return BatchScript.of(planner(fruitlessMax, WIDTH), write(puts(25 * parts)));
  }

  @Test
  void round_ofWhichAPartIsRefused_sendsNothingMore() {
    BatchScript<BatchWriteItemResponse> batch = writing(40, 10);
    batch.written(batch.ask());
    List<Ask> underWay = batch.asks();
    assertThat(underWay).hasSize(WIDTH);
    Throwable refusal = new IllegalStateException("refused");
    batch.fail(underWay.get(0), refusal);
    assertThat(batch.asks()).isEmpty();
    underWay
        .subList(1, 4)
        .forEach(part -> batch.fail(part, new IllegalStateException("refused again")));
    underWay.subList(4, WIDTH).forEach(batch::written);
    assertThat(batch.asks()).isEmpty();
    assertThat(batch.stepper().failure()).isSameAs(refusal);
    assertThat(refusal.getSuppressed()).hasSize(1);
  }

  @Test
  void writes_ofWhichTheFirstPartIsThrottled_endWithTheThrottle() {
    BatchScript<BatchWriteItemResponse> batch = writing(3, 10);
    Throwable throttle = throttle();
    batch.fail(batch.ask(), throttle);
    assertThat(batch.asks()).isEmpty();
    assertThat(batch.stepper().failure()).isSameAs(throttle);
  }

  @Test
  void reads_ofWhichAllPartsUnderWayAreThrottled_endWithTheThrottle() {
    BatchScript<BatchGetItemResponse> batch =
        BatchScript.of(planner(10, WIDTH), get(100 * (WIDTH + 2)));
    Throwable throttle = throttle();
    List<Ask> underWay = batch.asks();
    assertThat(underWay).hasSize(WIDTH);
    underWay.forEach(part -> batch.fail(part, throttle));
    assertThat(batch.asks()).isEmpty();
    assertThat(batch.stepper().failure()).isSameAs(throttle);
  }

  @Test
  void reads_ofWhichTheFirstPartIsThrottled_keepWhatTheOthersBrought() {
    BatchScript<BatchGetItemResponse> batch = BatchScript.of(planner(10, WIDTH), get(250));
    List<Ask> underWay = batch.asks();
    batch.fail(underWay.get(0), throttle());
    underWay.subList(1, 3).forEach(batch::read);
    assertThat(batch.asks()).isEmpty();
    BatchGetItemResponse answer = batch.stepper().result();
    assertThat(answer.responses().get("events")).hasSize(150);
    assertThat(answer.unprocessedKeys().get("events").keys()).hasSize(100);
  }

  @Test
  void round_ofWhichAPartIsThrottled_leavesItAndSendsTheRestAfterAPause() {
    BatchScript<BatchWriteItemResponse> batch = writing(1 + WIDTH + 2, 10);
    batch.written(batch.ask());
    List<Ask> underWay = batch.asks();
    batch.fail(underWay.get(0), throttle());
    underWay.subList(1, WIDTH).forEach(batch::written);
    assertThat(batch.pause()).isEqualTo(Retries.pause(0));
    List<Ask> rest = batch.asks();
    assertThat(rest.stream().flatMap(part -> writes(part).stream()).toList())
        .isEqualTo(puts(25 * 11).subList(25 * 9, 25 * 11));
    rest.forEach(batch::written);
    assertThat(batch.asks()).isEmpty();
    assertThat(batch.stepper().result().unprocessedItems())
        .isEqualTo(Map.of("events", writes(underWay.get(0))));
  }

  @Test
  void round_ofWhichAPartIsWhollyUnprocessed_sendsTheRestAfterAPause() {
    BatchScript<BatchWriteItemResponse> batch = writing(3, 10);
    batch.unprocessed(batch.ask());
    assertThat(batch.pause()).isEqualTo(Retries.pause(1));
    List<Ask> again = batch.asks();
    List<WriteRequest> sent = again.stream().flatMap(part -> writes(part).stream()).toList();
    assertThat(sent).isEqualTo(puts(75));
    again.forEach(batch::written);
    assertThat(batch.asks()).isEmpty();
    assertThat(batch.stepper().result().unprocessedItems()).isEmpty();
  }

  @Test
  void rounds_ofThrottledPartsAlone_pauseLongerAndEnd() {
    BatchScript<BatchWriteItemResponse> batch = BatchScript.of(planner(2, 1), write(puts(25 * 10)));
    batch.written(batch.ask());
    batch.fail(batch.ask(), throttle());
    assertThat(batch.pause()).isEqualTo(Retries.pause(0));
    batch.fail(batch.ask(), throttle());
    assertThat(batch.pause()).isEqualTo(Retries.pause(1));
    batch.fail(batch.ask(), throttle());
    assertThat(batch.pause()).isEqualTo(Retries.pause(2));
    batch.fail(batch.ask(), throttle());
    assertThat(batch.asks()).isEmpty();
    assertThat(batch.stepper().result().unprocessedItems().get("events"))
        .containsExactlyInAnyOrderElementsOf(puts(25 * 10).subList(25, 250));
  }

  @Test
  void batch_thatRepeatsNothing_givesBackWhatItDidNotSend() {
    BatchScript<BatchWriteItemResponse> batch = BatchScript.of(planner(0, 1), write(puts(25 * 4)));
    batch.written(batch.ask());
    batch.unprocessed(batch.ask());
    assertThat(batch.asks()).isEmpty();
    assertThat(batch.stepper().result().unprocessedItems().get("events"))
        .isEqualTo(puts(100).subList(25, 100));
  }
}
