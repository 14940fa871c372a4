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
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchGetItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.GetItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.ReadBatch;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactGetItemsEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Records of the stock Enhanced Client, while their items move: as on a table at rest. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class MovedRecordsTest {
  private static final String TWIN = "twin";

  /** Of so many sort keys every other one has an item at first. */
  private static final int SORTS = 8;

  private final LiveTable live;

  MovedRecordsTest(LocalDynamoDb server) {
    this.live = new LiveTable(server);
    live.plain.createTable(
        TableFixture.named(TWIN)
            .partitionKey("pk", ScalarAttributeType.S)
            .sortKey("sk", ScalarAttributeType.S)
            .request());
  }

  @AfterEach
  void close() {
    live.close();
  }

  /** All that there is, by each kind of read of keys. */
  private static List<String> read(VisitCalls calls) {
    ReadBatch.Builder<Visit> batch =
        ReadBatch.builder(Visit.class).mappedTableResource(calls.visits());
    TransactGetItemsEnhancedRequest.Builder transaction = TransactGetItemsEnhancedRequest.builder();
    Map<String, String> single = new TreeMap<>();
    for (int i = 0; i < SORTS; i++) {
      batch.addGetItem(get(i));
      transaction.addGetItem(calls.visits(), key(i));
      Visit found = calls.get().apply(key(i));
      if (found != null) {
        single.put(found.getSk(), found.toString());
      }
    }
    Stream<Visit> batched =
        calls
            .batchGet()
            .apply(BatchGetItemEnhancedRequest.builder().readBatches(batch.build()).build())
            .stream()
            .flatMap(page -> page.resultsForTable(calls.visits()).stream());
    assertThat(batched.map(Visit::toString)).containsExactlyInAnyOrderElementsOf(single.values());
    assertThat(
            calls.transactGet().apply(transaction.build()).stream()
                .map(found -> found.getItem(calls.visits()))
                .filter(Objects::nonNull)
                .map(Visit::toString))
        .containsExactlyElementsOf(single.values());
    return List.copyOf(single.values());
  }

  private static GetItemEnhancedRequest get(int i) {
    return GetItemEnhancedRequest.builder().key(key(i)).consistentRead(true).build();
  }

  /**
   * Even numbers are there; each pair of calls meets one at its old place, and one that is none.
   */
  private static List<Function<VisitCalls, Object>> steps() {
    return List.of(
        put(visit(0, "unversioned", null), null),
        put(visit(0, "put", 1L), null),
        put(visit(1, "new", null), null),
        put(visit(1, "stale", 7L), null),
        put(visit(2, "is there", 1L), IS_THERE),
        put(visit(3, "is not", null), IS_THERE),
        put(visit(4, "is new", 1L), IS_NEW),
        put(visit(3, "is new", null), IS_NEW),
        update(visit(4, "updated", 1L), ReturnValue.ALL_OLD),
        update(visit(4, "stale", 1L), ReturnValue.ALL_NEW),
        update(visit(4, null, 2L), ReturnValue.UPDATED_NEW),
        update(visit(5, "created", null), ReturnValue.ALL_NEW),
        delete(6, IS_NEW),
        delete(6, IS_THERE),
        delete(6, IS_THERE),
        delete(7, null),
        calls -> batch(calls, 7, 5));
  }

  /** Two that succeed, if the records have this version and the absent ones are absent. */
  private static List<Function<VisitCalls, Object>> transactions(long version) {
    return List.of(
        transaction(visit(1, "stale", 9L), 2, visit(3, "not", version), 4),
        transaction(visit(1, "there", version), 2, visit(3, "there", version), 4),
        transaction(visit(1, "unchecked", version + 1), 6, visit(5, "not", null), 4),
        transaction(visit(4, "absent", null), 3, visit(5, "absent", null), 6),
        calls -> batch(calls, 6, 4));
  }

  private VisitCalls moved(Kind kind, ShardingSpec spec) {
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

  /** The outcomes of steps, the same for both. */
  private static List<Object> same(
      VisitCalls moved, VisitCalls twin, List<Function<VisitCalls, Object>> steps) {
    List<Object> outcomes = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      Object expected = outcome(twin, steps.get(i));
      assertThat(outcome(moved, steps.get(i))).as("step %d", i).isEqualTo(expected);
      outcomes.add(expected);
    }
    assertThat(read(moved)).isNotEmpty().isEqualTo(read(twin));
    return outcomes;
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void records_whileTheirItemsMove_areReadAndWrittenAsOnATableAtRest(Kind kind) {
    VisitCalls twin = VisitCalls.of(live.plain, TWIN);
    VisitCalls moved = moved(kind, LiveTable.spec(live.store()));
    List<Function<VisitCalls, Object>> puts = new ArrayList<>();
    for (int i = 0; i < SORTS; i += 2) {
      puts.add(put(visit(i, "first", null), null));
    }
    assertThat(same(moved, twin, puts)).hasSize(SORTS / 2);
    Resharder resharder =
        Resharder.of(LiveTable.spec(live.store()), live.sending(LayoutGuard.create()));
    resharder.start(LiveTable.HOT, 4);
    assertThat(read(moved)).hasSize(SORTS / 2).isEqualTo(read(twin));
    assertThat(resharder.left()).isPositive();

    assertThat(same(moved, twin, steps())).filteredOn(Map.class::isInstance).hasSize(7);
    assertThat(same(moved, twin, transactions(1))).filteredOn(WRITTEN::equals).hasSize(2);
    resharder.run();
    assertThat(resharder.verify().isProved()).isTrue();
    resharder.finish();
    assertThat(same(moved, twin, transactions(2))).contains(WRITTEN);
    assertThat(places(live.plain)).doesNotContain("hot");
  }

  private static List<String> places(DynamoDbClient plain) {
    return plain.scan(scan -> scan.tableName(LiveTable.TABLE)).items().stream()
        .map(item -> item.getOrDefault("pk", AttributeValue.fromS("")).s())
        .toList();
  }
}
