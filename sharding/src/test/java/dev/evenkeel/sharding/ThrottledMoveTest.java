package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.ThrottleLimit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/**
 * A move of a table that is throttled all the time: a quarter of the requests on its data, or on
 * the rows of its passes, are refused, and the SDK repeats none of them.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class ThrottledMoveTest {
  private static final long SEED = Long.getLong("evenkeel.seed", 20261126);
  private static final int ITEMS = 24;
  private static final double REFUSED = 0.25;

  private final LiveTable table;
  private FaultInjector faults =
      injector(
          FaultRule.inject(Fault.throttled(ThrottleLimit.PROVISIONED)).onTable(LiveTable.TABLE));

  ThrottledMoveTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    IntStream.range(0, ITEMS).forEach(i -> LiveTable.put(table.plain, "hot", LiveTable.time(i)));
  }

  private static FaultInjector injector(FaultRule... rules) {
    FaultPlan.Builder plan = FaultPlan.seeded(SEED);
    Stream.of(rules).forEach(rule -> plan.rule(rule.withProbability(REFUSED)));
    return plan.build().injector();
  }

  @AfterEach
  void close() {
    table.close();
  }

  private DynamoDbClient throttled() {
    return table
        .local
        .clientBuilder()
        .httpClientBuilder(faults.httpClientBuilder())
        .overrideConfiguration(
            all ->
                all.addExecutionInterceptor(LayoutGuard.create())
                    .retryStrategy(AwsRetryStrategy.doNotRetry()))
        .build();
  }

  /** Counts on the one key, as a caller does who repeats what was throttled. */
  private static void add(DynamoDbClient client, String sort) {
    while (true) {
      try {
        client.updateItem(
            update ->
                update
                    .tableName(LiveTable.TABLE)
                    .key(LiveTable.key("hot", sort))
                    .updateExpression("ADD n :one")
                    .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
        return;
      } catch (ProvisionedThroughputExceededException e) {
        // nothing of it has happened at the new place
      }
    }
  }

  @Test
  @Tag("deep")
  void move_throttledAllTheTime_isSlowAndRight() {
    Resharder calm =
        Resharder.of(LiveTable.spec(table.store()), table.sending(LayoutGuard.create()));
    calm.start(LiveTable.HOT, 4);

    try (DynamoDbClient refused = throttled();
        ShardingDynamoDbClient client =
            ShardingDynamoDbClient.builder(refused).table(LiveTable.spec(table.store())).build()) {
      Resharder resharder = Resharder.of(LiveTable.spec(table.store()), refused);
      CompletableFuture<Long> moved =
          CompletableFuture.supplyAsync(() -> resharder.run(MovePace.gentle().unitsPerSecond(100)));
      IntStream.range(0, ITEMS)
          .filter(i -> i % 4 == 0)
          .forEach(i -> add(client, LiveTable.time(i)));
      assertThat(moved.join()).isPositive();
    }

    assertThat(faults.journal()).as("%s", faults.plan()).hasSizeGreaterThan(ITEMS / 2);
    assertThat(calm.left()).isZero();
    assertThat(calm.verify().isProved()).isTrue();
    calm.finish();
    List<String> sorts = LiveTable.hotSorts(table.client());
    assertThat(sorts).hasSize(ITEMS).doesNotHaveDuplicates().isSorted();
    assertThat(table.plain.scan(scan -> scan.tableName(LiveTable.TABLE)).items())
        .hasSize(ITEMS)
        .filteredOn(item -> item.containsKey("n"))
        .hasSize(ITEMS / 4)
        .allSatisfy(item -> assertThat(item.get("n").n()).isEqualTo("1"));
  }

  @Test
  @Tag("deep")
  void run_rowsOfThePassesAreThrottledAllTheTime_movesAndProves() {
    faults =
        injector(
            FaultRule.inject(Fault.throttled(ThrottleLimit.PROVISIONED))
                .whereKey("pk", key -> key.s().contains("#work")),
            FaultRule.inject(Fault.transactionThrottled()),
            FaultRule.inject(Fault.transactionConflict()).into("TransactWriteItems"));
    Resharder calm =
        Resharder.of(LiveTable.spec(table.store()), table.sending(LayoutGuard.create()));
    calm.start(LiveTable.HOT, 4);

    try (DynamoDbClient refused = throttled()) {
      Resharder resharder = Resharder.of(LiveTable.spec(table.store()), refused);
      assertThat(resharder.run(MovePace.gentle().unitsPerSecond(100))).isPositive();
      assertThat(resharder.verify(MovePace.gentle()).isProved()).isTrue();
    }

    assertThat(faults.journal()).as("%s", faults.plan()).isNotEmpty();
    calm.finish();
    assertThat(LiveTable.hotSorts(table.client())).hasSize(ITEMS).doesNotHaveDuplicates();
  }
}
