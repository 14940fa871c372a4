package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.VisitSteps.IS_NEW;
import static dev.evenkeel.sharding.VisitSteps.IS_THERE;
import static dev.evenkeel.sharding.VisitSteps.WRITTEN;
import static dev.evenkeel.sharding.VisitSteps.batch;
import static dev.evenkeel.sharding.VisitSteps.delete;
import static dev.evenkeel.sharding.VisitSteps.key;
import static dev.evenkeel.sharding.VisitSteps.outcome;
import static dev.evenkeel.sharding.VisitSteps.put;
import static dev.evenkeel.sharding.VisitSteps.transaction;
import static dev.evenkeel.sharding.VisitSteps.update;
import static dev.evenkeel.sharding.VisitSteps.visit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchGetItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.ReadBatch;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactGetItemsEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/**
 * Entities of the stock Enhanced Client, of which half are moved and half are not, against a plain
 * map of what was written.
 */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class MovedEntitiesTest {
  private static final int SORTS = 20;
  private static final int STEPS = 60;

  private final LiveTable live;
  private final Random random = Rounds.random(20261128);

  /** What has been written, by the number of its sort key. */
  private final Map<Integer, Written> expected = new TreeMap<>();

  private int texts;

  /** An entity's text and version; a batch writes none. */
  private record Written(String text, @Nullable Long version) {
    static Written of(Visit visit) {
      return new Written(Objects.requireNonNull(visit.getText()), visit.getVersion());
    }

    Written next(String newText) {
      return new Written(newText, version == null ? 1 : version + 1);
    }
  }

  MovedEntitiesTest(LocalDynamoDb server) {
    this.live = new LiveTable(server);
  }

  @AfterEach
  void close() {
    live.close();
  }

  private VisitCalls calls(Kind kind, ShardingSpec spec) {
    return switch (kind) {
      case SYNC ->
          VisitCalls.of(
              ShardingDynamoDbClient.builder(live.sending(LayoutGuard.create()))
                  .table(spec)
                  .build(),
              LiveTable.TABLE);
      case ASYNC ->
          VisitCalls.of(
              ShardingDynamoDbAsyncClient.builder(live.sendingAsync(LayoutGuard.create()))
                  .table(spec)
                  .build(),
              LiveTable.TABLE);
    };
  }

  private @Nullable Long version(int number) {
    Written now = expected.get(number);
    return now == null ? null : now.version();
  }

  private Visit changed(int number, String text) {
    return visit(number, text, version(number));
  }

  private void written(int number, String text) {
    expected.merge(number, new Written(text, 1L), (before, first) -> before.next(text));
  }

  private void puts(VisitCalls calls, int number) {
    String text = "put" + texts++;
    assertThat(outcome(calls, put(changed(number, text), null))).isInstanceOf(String.class);
    written(number, text);
  }

  private void updates(VisitCalls calls, int number) {
    String text = "update" + texts++;
    assertThat(outcome(calls, update(changed(number, text), ReturnValue.ALL_NEW)))
        .asString()
        .contains(text);
    written(number, text);
  }

  /** Under a condition that holds, or one that does not. */
  private void deletes(VisitCalls calls, int number) {
    boolean isThere = expected.containsKey(number);
    boolean holds = random.nextBoolean();
    Expression condition = isThere == holds ? IS_THERE : IS_NEW;
    assertThat(outcome(calls, delete(number, condition)))
        .isInstanceOf(holds ? String.class : Map.class);
    if (holds) {
      expected.remove(number);
    }
  }

  private void batches(VisitCalls calls, int put, int deleted) {
    assertThat(batch(calls, put, deleted)).asString().isEqualTo("[]");
    expected.put(put, new Written("batch", null));
    expected.remove(deleted);
  }

  private void transacts(VisitCalls calls, int put, int checked, int updated, int deleted) {
    String text = "transaction" + texts++;
    Object outcome =
        outcome(calls, transaction(changed(put, text), checked, changed(updated, text), deleted));
    if (!expected.containsKey(checked)) {
      assertThat(outcome).asString().contains("ConditionalCheckFailed");
      return;
    }
    assertThat(outcome).isEqualTo(WRITTEN);
    written(put, text);
    written(updated, text);
    expected.remove(deleted);
  }

  /** Any of the writes, on numbers that all differ. */
  private void step(VisitCalls calls) {
    int[] numbers = random.ints(0, SORTS).distinct().limit(4).toArray();
    switch (random.nextInt(5)) {
      case 0 -> puts(calls, numbers[0]);
      case 1 -> updates(calls, numbers[0]);
      case 2 -> deletes(calls, numbers[0]);
      case 3 -> batches(calls, numbers[0], numbers[1]);
      default -> transacts(calls, numbers[0], numbers[1], numbers[2], numbers[3]);
    }
  }

  /** Every kind of read of keys gives what the map has. */
  private void assertRead(VisitCalls calls) {
    Map<Integer, Written> single = new TreeMap<>();
    ReadBatch.Builder<Visit> batch =
        ReadBatch.builder(Visit.class).mappedTableResource(calls.visits());
    TransactGetItemsEnhancedRequest.Builder transaction = TransactGetItemsEnhancedRequest.builder();
    for (int i = 0; i < SORTS; i++) {
      batch.addGetItem(key(i));
      transaction.addGetItem(calls.visits(), key(i));
      Visit found = calls.get().apply(key(i));
      if (found != null) {
        single.put(i, Written.of(found));
      }
    }
    assertThat(single).isEqualTo(expected);
    assertThat(
            calls
                .batchGet()
                .apply(BatchGetItemEnhancedRequest.builder().readBatches(batch.build()).build())
                .stream()
                .flatMap(page -> page.resultsForTable(calls.visits()).stream())
                .map(Written::of))
        .containsExactlyInAnyOrderElementsOf(expected.values());
    Stream<Visit> together =
        calls.transactGet().apply(transaction.build()).stream()
            .map(found -> found.getItem(calls.visits()))
            .filter(Objects::nonNull);
    assertThat(together.map(Written::of)).containsExactlyElementsOf(expected.values());
  }

  @KindsInTurn
  void entities_whileHalfOfThemAreMoved_areReadAndWrittenAsAMapSays(Kind kind) {
    VisitCalls calls = calls(kind, LiveTable.spec(live.store()));
    for (int i = 0; i < SORTS; i++) {
      puts(calls, i);
    }
    Resharder resharder =
        Resharder.of(LiveTable.spec(live.store()), live.sending(LayoutGuard.create()));
    resharder.start(LiveTable.HOT, 4);
    for (int i = 0; i < SORTS; i += 2) {
      puts(calls, i); // moves these
    }
    assertThat(resharder.left()).isEqualTo(SORTS / 2);
    assertRead(calls);

    for (int i = 0; i < STEPS; i++) {
      step(calls);
      if (i % 6 == 0) {
        assertRead(calls);
      }
    }
    long left = resharder.left();
    assertThat(resharder.run()).isEqualTo(left);
    assertThat(resharder.left()).isZero();
    assertRead(calls);
    assertThat(resharder.verify().isProved()).isTrue();
    resharder.finish();
    step(calls);
    assertRead(calls);
  }
}
