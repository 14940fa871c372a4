package dev.evenkeel.caching.internal.operation;

import static dev.evenkeel.caching.internal.operation.StepByStep.TABLE;
import static dev.evenkeel.caching.internal.operation.StepByStep.batch;
import static dev.evenkeel.caching.internal.operation.StepByStep.batchOf;
import static dev.evenkeel.caching.internal.operation.StepByStep.failure;
import static dev.evenkeel.caching.internal.operation.StepByStep.get;
import static dev.evenkeel.caching.internal.operation.StepByStep.key;
import static dev.evenkeel.caching.internal.operation.StepByStep.keys;
import static dev.evenkeel.caching.internal.operation.StepByStep.throttled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.internal.operation.StepByStep.Caller;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** Batches that get something, and not all, step by step. */
class ThrottledBatchTest {
  private final StepByStep cache = new StepByStep();

  @BeforeEach
  void items() {
    Stream.of("a", "b", "c").forEach(id -> cache.values.put(id, "1"));
  }

  @Test
  void batch_thatIsThrottledInALaterRound_leavesTheRestUnprocessed() {
    Caller get = cache.begin(get("a"));
    Caller batch = cache.begin(batch("a", "b"));
    batch.answer();
    get.giveUp();
    assertThat(batch.asks()).containsExactly("a");
    Caller behind = cache.begin(get("a"));
    Caller batchBehind = cache.begin(batch("a"));
    DynamoDbException throttled = throttled();
    batch.fail(throttled);

    assertThat(batch.shown()).isEqualTo(Map.of("b", "1"));
    assertThat(batch.unprocessed()).containsExactly("a");
    assertThat(behind.failure()).isSameAs(throttled);
    assertThat(batchBehind.unprocessed()).containsExactly("a");
    assertThat(cache.isInMemory("a")).isFalse();
  }

  @Test
  void batch_thatIsThrottledBesideMemory_leavesTheRestInTheCallersWords() {
    KeysAndAttributes asked = keys("a", "b").toBuilder().projectionExpression("v").build();
    cache.begin(batchOf(Map.of(TABLE, asked.toBuilder().keys(List.of(key("a"))).build()))).answer();
    Caller batch = cache.begin(batchOf(Map.of(TABLE, asked, "other", keys("x"))));
    assertThat(batch.asks()).containsExactly("b");
    batch.fail(throttled());

    assertThat(batch.batch().responses())
        .isEqualTo(
            Map.of(TABLE, List.of(Map.of("v", AttributeValue.fromS("1"))), "other", List.of()));
    assertThat(batch.batch().unprocessedKeys())
        .isEqualTo(
            Map.of(TABLE, asked.toBuilder().keys(List.of(key("b"))).build(), "other", keys("x")));
  }

  @Test
  void batch_thatHasGotSomething_andIsRefused_fails() {
    cache.begin(get("a")).answer();
    Caller batch = cache.begin(batch("a", "b"));
    DynamoDbException refusal = failure(400, "AccessDeniedException");
    batch.fail(refusal);
    assertThat(batch.failure()).isSameAs(refusal);
  }

  @Test
  void batch_thatGetsNothingElse_asksForWhatOthersLeave() {
    Caller first = cache.begin(batch("a", "b"));
    Caller second = cache.begin(batch("a"));
    Caller third = cache.begin(batch("a"));
    Caller both = cache.begin(batch("a", "b"));
    first.answer("a");
    assertThat(both.shown()).isEqualTo(Map.of("b", "1"));
    assertThat(both.unprocessed()).containsExactly("a");
    assertThat(second.asks()).containsExactly("a");
    assertThat(third.isWaiting()).isTrue();

    Caller later = cache.begin(batch("a", "c"));
    later.answer();
    second.answer("a"); // which DynamoDB would fail
    assertThat(third.asks()).as("it waits twice at most").containsExactly("a");
    assertThat(later.unprocessed()).containsExactly("a");
    DynamoDbException throttled = throttled();
    third.fail(throttled);
    assertThat(third.failure()).isSameAs(throttled);
  }
}
