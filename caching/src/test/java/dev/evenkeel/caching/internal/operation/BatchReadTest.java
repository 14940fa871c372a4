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
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Batches and gets of the same items, step by step. */
class BatchReadTest {
  private static final String ARN = "arn:aws:dynamodb:eu-west-1:123456789012:table/";
  private static final Map<String, String> BOTH = Map.of("a", "1", "b", "1");

  private final StepByStep cache = new StepByStep();

  @BeforeEach
  void items() {
    Stream.of("a", "b", "c").forEach(id -> cache.values.put(id, "1"));
  }

  @Test
  void firstBatch_reads_andOthersWait() {
    Caller first = cache.begin(batch("a", "b", "none"));
    Caller batch = cache.begin(batch("none", "b", "a"));
    Caller get = cache.begin(get("a"));
    Caller missing = cache.begin(get("none"));
    assertThat(first.asks()).containsExactly("a", "b", "none");
    assertThat(List.of(batch, get, missing)).allMatch(Caller::isWaiting);

    first.answer();
    assertThat(first.shown()).isEqualTo(BOTH);
    assertThat(batch.shown()).isEqualTo(BOTH);
    assertThat(get.shown()).isEqualTo(Map.of("a", "1"));
    assertThat(missing.shown()).isEmpty();
    assertThat(cache.isInMemory("a")).isTrue();
  }

  @Test
  void batch_readsWhatNobodyElseReads_beforeItWaits() {
    Caller get = cache.begin(get("a"));
    Caller batch = cache.begin(batch("a", "b"));
    Caller behind = cache.begin(batch("b", "c"));
    assertThat(batch.asks()).containsExactly("b");
    assertThat(behind.asks()).containsExactly("c");

    batch.answer();
    assertThat(batch.isWaiting()).isTrue();
    behind.answer();
    assertThat(behind.shown()).isEqualTo(Map.of("b", "1", "c", "1"));
    get.answer();
    assertThat(batch.shown()).isEqualTo(BOTH);
  }

  @Test
  void readers_afterAWrite_doNotWaitForABatchOfBefore() {
    Caller before = cache.begin(batch("a", "b"));
    cache.put("a", "2");
    Caller get = cache.begin(get("a"));
    Caller batch = cache.begin(batch("a", "b"));
    assertThat(get.asks()).containsExactly("a");
    assertThat(batch.asks()).isEmpty();

    cache.values.put("a", "1"); // as the batch has read it before the write
    before.answer();
    assertThat(cache.isInMemory("a")).isFalse();
    assertThat(cache.isInMemory("b")).isTrue();
    cache.values.put("a", "2");
    get.answer();
    assertThat(get.shown()).isEqualTo(Map.of("a", "2"));
    assertThat(batch.shown()).isEqualTo(Map.of("a", "2", "b", "1"));
  }

  @Test
  void unprocessedKey_isSaidToBatches_andReadByGets() {
    Caller first = cache.begin(batch("a", "b"));
    Caller batch = cache.begin(batch("a", "b"));
    Caller get = cache.begin(get("b"));
    first.answer("b");

    for (Caller each : List.of(first, batch)) {
      assertThat(each.shown()).isEqualTo(Map.of("a", "1"));
      assertThat(each.unprocessed()).containsExactly("b");
    }
    assertThat(get.asks()).containsExactly("b");
    get.answer();
    assertThat(get.shown()).isEqualTo(Map.of("b", "1"));
  }

  @Test
  void batch_thatIsNotServed_failsForAllWhoWait_andIsNotRemembered() {
    for (DynamoDbException failure : List.of(throttled(), failure(500, "InternalServerError"))) {
      Caller first = cache.begin(batch("a", "b"));
      Caller batch = cache.begin(batch("b", "a"));
      Caller get = cache.begin(get("a"));
      first.fail(failure);

      assertThat(first.failure()).isSameAs(failure);
      assertThat(get.failure()).isSameAs(failure);
      if (failure.isThrottlingException()) {
        assertThat(batch.unprocessed()).containsExactly("b", "a");
      } else {
        assertThat(batch.failure()).isSameAs(failure);
      }
    }
    Caller next = cache.begin(batch("a", "b"));
    next.answer();
    assertThat(next.shown()).isEqualTo(BOTH);
  }

  /** It may be refused for another table, or because its caller may not read batches. */
  @Test
  void batch_thatIsRefused_orLost_isReadAnewByThoseWhoWait() {
    for (Exception failure :
        List.of(failure(400, "AccessDeniedException"), SdkClientException.create("lost"))) {
      Caller first = cache.begin(batch("a", "b"));
      Caller batch = cache.begin(batch("a", "b"));
      Caller get = cache.begin(get("a"));
      first.fail(failure);

      assertThat(first.failure()).isSameAs(failure);
      while (!batch.asks().isEmpty() || !get.asks().isEmpty()) {
        (get.asks().isEmpty() ? batch : get).answer();
      }
      assertThat(batch.shown()).isEqualTo(BOTH);
      assertThat(get.shown()).isEqualTo(Map.of("a", "1"));
      cache.put("a", "1"); // nothing is in memory
      cache.put("b", "1");
    }
  }

  @Test
  void batch_thatGivesUp_isReadOnceForAllWhoWait() {
    Caller first = cache.begin(batch("a", "b"));
    List<Caller> others = Stream.generate(() -> cache.begin(batch("a", "b"))).limit(3).toList();
    first.giveUp();

    assertThat(others.stream().flatMap(other -> other.asks().stream())).hasSize(2);
    for (Caller other : others) {
      if (!other.asks().isEmpty()) {
        other.answer();
      }
    }
    assertThat(others).allSatisfy(other -> assertThat(other.shown()).isEqualTo(BOTH));
  }

  @Test
  void batch_whoseReadsAreGivenUp_waitsTwiceAtMost() {
    Caller first = cache.begin(get("a"));
    Caller second = cache.begin(get("a"));
    Caller batch = cache.begin(batch("a"));
    first.giveUp();
    assertThat(second.asks()).containsExactly("a");
    assertThat(batch.isWaiting()).isTrue();
    Caller third = cache.begin(get("a"));
    assertThat(third.isWaiting()).isTrue();

    second.giveUp();
    assertThat(third.asks()).containsExactly("a");
    assertThat(batch.asks()).containsExactly("a");
    batch.answer();
    assertThat(batch.shown()).isEqualTo(Map.of("a", "1"));
    assertThat(third.asks()).as("its read is its own").containsExactly("a");
  }

  @Test
  void batch_ofAReadSlowerThanTheTimeToLive_readsAnew() {
    Caller get = cache.begin(get("a"));
    Caller batch = cache.begin(batch("a"));
    cache.nanos.addAndGet(StepByStep.TIME_TO_LIVE.toNanos());
    get.answer();

    assertThat(batch.asks()).containsExactly("a");
  }

  @Test
  void batch_thatWaitsForAGet_takesWhatBecomesOfIt() {
    Caller get = cache.begin(get("a"));
    Caller batch = cache.begin(batch("a"));
    get.fail(throttled());
    assertThat(batch.shown()).isEmpty();
    assertThat(batch.unprocessed()).containsExactly("a");

    get = cache.begin(get("a"));
    batch = cache.begin(batch("a"));
    DynamoDbException error = failure(500, "InternalServerError");
    get.fail(error);
    assertThat(batch.failure()).isSameAs(error);

    get = cache.begin(get("a"));
    batch = cache.begin(batch("a"));
    get.fail(failure(400, "AccessDeniedException"));
    assertThat(batch.asks()).containsExactly("a");
    batch.answer();
    assertThat(batch.shown()).isEqualTo(Map.of("a", "1"));
  }

  @Test
  void table_isFoundInTheAnswerByTheNameOfTheRequest_orItsPlainName() {
    BatchGetItemRequest byArn = batchOf(Map.of(ARN + TABLE, keys("none")));
    Map<String, AttributeValue> item = key("none");
    for (String answered : List.of(ARN + TABLE, TABLE)) {
      Caller caller = cache.begin(byArn);
      caller.answerWith(
          BatchGetItemResponse.builder()
              .responses(Map.of(answered, List.of(item), ARN + "other", List.of(key("x"))))
              .build());
      assertThat(caller.batch().responses())
          .isEqualTo(Map.of(answered, List.of(item), ARN + "other", List.of(key("x"))));
      assertThat(cache.isInMemory("none")).isTrue();
      cache.put("none", "1"); // out of memory
    }
  }

  @Test
  void batch_thatNamesATableTwice_isDynamoDbsToJudge() {
    assertThat(cache.isPassedOn(batchOf(Map.of(TABLE, keys("a"), ARN + TABLE, keys("b")))))
        .isTrue();
    assertThat(cache.isPassedOn(batchOf(Map.of(TABLE, keys("a"), ARN + "other", keys("b")))))
        .isFalse();
  }
}
