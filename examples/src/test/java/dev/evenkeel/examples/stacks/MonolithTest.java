package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.LayoutFormatException;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.ItemTimeException;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A table is not split into periods that could not take all its items. */
@ExtendWith(LocalDynamoDbExtension.class)
class MonolithTest {
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

  private final DynamoDbClient plain;
  private final TimeSeriesSpec days;
  private final DynamoDbClient series;
  private final LayoutStore store;
  private final ShardingSpec spec;

  MonolithTest(LocalDynamoDb local) {
    LocalDynamoDb own = local.isolated();
    this.plain =
        own.clientBuilder()
            .overrideConfiguration(all -> all.addExecutionInterceptor(LayoutGuard.create()))
            .build();
    this.days = days(days -> days);
    this.series = over(days, NOW);
    this.store =
        LayoutStore.builder(plain).times(Duration.ofSeconds(1), Duration.ofMillis(300)).build();
    this.spec =
        ShardingSpec.builder("visits")
            .partitionKey("page")
            .sortKey("at")
            .shards(1)
            .layoutFrom(store)
            .build();
  }

  private static TimeSeriesSpec days(UnaryOperator<TimeSeriesSpec.Builder> more) {
    return more.apply(
            TimeSeriesSpec.builder("visits_by_day")
                .time(ItemTime.iso("at").before("#"))
                .period(Period.DAY)
                .since(NOW.minus(Duration.ofDays(1)))
                .lateness(Duration.ofDays(7))
                .template(ExampleTables.provisioned(50, 50, "page", "at")))
        .build();
  }

  private DynamoDbClient over(TimeSeriesSpec spec, Instant now) {
    return TimeSeriesDynamoDbClient.builder(plain).table(spec).clock(() -> now).build();
  }

  @BeforeEach
  void create() {
    store.createTable();
    ExampleTables.create(plain, "visits", "page", "at");
    ExampleTables.create(plain, "visits_by_day_2026-11-21", "page", "at");
    ExampleTables.create(plain, "visits_by_day_2026-11-22", "page", "at");
    put("2026-11-22T10:00:00Z#1");
  }

  @AfterEach
  void close() {
    store.close();
    plain.close();
  }

  private void put(String at) {
    plain.putItem(put -> put.tableName("visits").item(key(at)));
  }

  private static Map<String, AttributeValue> key(String at) {
    return Map.of("page", AttributeValue.fromS("/home"), "at", AttributeValue.fromS(at));
  }

  private static void assertRefused(Reason reason, ThrowingCallable start) {
    assertThatThrownBy(start)
        .isInstanceOfSatisfying(
            LayoutChangeException.class, refused -> assertThat(refused.reason()).isEqualTo(reason));
  }

  private void assertUnfit() {
    Resharder resharder = Resharder.of(spec, series);
    assertRefused(
        Reason.ITEMS_UNFIT, () -> resharder.startInto("visits_by_day", 1, MovePace.gentle()));
    assertThat(LayoutEditor.of(spec, plain).show().state()).isEqualTo("SETTLED");
  }

  @Test
  void itemWithoutATime_isFoundBeforeTheMove() {
    put("~meta");
    assertUnfit();
  }

  @Test
  void itemOfAPeriodWithoutATable_isFoundBeforeTheMove() {
    plain.deleteTable(delete -> delete.tableName("visits_by_day_2026-11-21"));
    put("2026-11-21T10:00:00Z#1");
    assertThatThrownBy(
            () -> Resharder.of(spec, series).startInto("visits_by_day", 1, MovePace.gentle()))
        .hasMessageContaining("visits_by_day_2026-11-21");
    assertThat(LayoutEditor.of(spec, plain).show().state()).isEqualTo("SETTLED");
  }

  /** Reads of it find nothing, and it is a write that would be refused. */
  @ParameterizedTest
  @CsvSource({
    "2026-11-19T10:00:00Z#1, when the series begins",
    "2026-11-22T13:00:00Z#1, ahead of the clock",
  })
  void itemThatTheSeriesTakesNoWriteOf_isFoundBeforeTheMove(String at, String why) {
    put(at);

    assertThatThrownBy(
            () -> Resharder.of(spec, series).startInto("visits_by_day", 1, MovePace.gentle()))
        .isInstanceOf(LayoutChangeException.class)
        .hasMessageContainingAll("Items that cannot be moved: 1.", why);

    assertThat(LayoutEditor.of(spec, plain).show().state()).isEqualTo("SETTLED");
  }

  @Test
  void itemOfAPeriodWithoutATableThatIsSkipped_isFoundBeforeTheMove() {
    plain.deleteTable(delete -> delete.tableName("visits_by_day_2026-11-21"));
    put("2026-11-21T10:00:00Z#1");
    DynamoDbClient skipping = over(days(days -> days.missingTables(MissingTablePolicy.SKIP)), NOW);

    assertThatThrownBy(
            () -> Resharder.of(spec, skipping).startInto("visits_by_day", 1, MovePace.gentle()))
        .hasMessageContainingAll("cannot be moved: 1.", "visits_by_day_2026-11-21");

    assertThat(LayoutEditor.of(spec, plain).show().state()).isEqualTo("SETTLED");
  }

  /** The start has found nothing, and the item has become late since. */
  @Test
  void itemThatHasBecomeLate_staysAndAllOthersMove() {
    put("2026-11-21T10:00:00Z#1");
    Resharder.of(spec, series).startInto("visits_by_day", 1, MovePace.gentle());

    Resharder late = Resharder.of(spec, over(days, Instant.parse("2026-11-29T12:00:00Z")));
    assertThatThrownBy(late::run).isInstanceOf(ItemTimeException.class);

    assertThat(late.left()).isOne();
    assertThat(plain.scan(scan -> scan.tableName("visits_by_day_2026-11-22")).items()).hasSize(1);
  }

  @Test
  void clientsAndCommandsWithAnotherSeries_areRefused() {
    Resharder.of(spec, series).startInto("visits_by_day", 1, MovePace.gentle());
    DynamoDbClient other = over(days(days -> days.since(NOW.minus(Duration.ofDays(2)))), NOW);

    for (DynamoDbClient wrong : List.of(other, plain)) {
      assertThatThrownBy(Resharder.of(spec, wrong)::run)
          .isInstanceOf(LayoutFormatException.class)
          .hasMessageContainingAll("'visits_by_day'", "since 2026-11-21T00:00:00Z");
      try (DynamoDbClient client = ShardingDynamoDbClient.builder(wrong).table(spec).build()) {
        assertThatThrownBy(() -> client.scan(scan -> scan.tableName("visits")))
            .isInstanceOf(LayoutFormatException.class);
      }
    }
    assertThat(Resharder.of(spec, series).run()).isOne();
  }

  /** The series of one client is a table for another. */
  @Test
  void clientWithASeriesForWhatIsATable_isRefused() {
    ExampleTables.create(plain, "visits_by_day", "page", "at");
    Resharder.of(spec, plain).startInto("visits_by_day", 1, MovePace.gentle());

    try (DynamoDbClient client = ShardingDynamoDbClient.builder(series).table(spec).build()) {
      assertThatThrownBy(() -> client.scan(scan -> scan.tableName("visits")))
          .isInstanceOf(LayoutFormatException.class)
          .hasMessageContaining("table 'visits_by_day'");
    }
  }

  /** Nothing comes that could not be moved, once clients know of the move. */
  @ParameterizedTest
  @ValueSource(strings = {"~meta", "2026-11-01T00:00:00Z"})
  void writeOfAnItemThatTheSeriesTakesNoneOf_isRefusedFromTheAnnouncementOn(String at) {
    try (DynamoDbClient client = ShardingDynamoDbClient.builder(series).table(spec).build()) {
      client.putItem(put -> put.tableName("visits").item(key(at)));
      client.deleteItem(delete -> delete.tableName("visits").key(key(at)));
      announce();

      assertThatThrownBy(() -> client.putItem(one -> one.tableName("visits").item(key(at))))
          .isInstanceOf(ItemTimeException.class);
      TransactWriteItem put =
          TransactWriteItem.builder().put(one -> one.tableName("visits").item(key(at))).build();
      assertThatThrownBy(() -> client.transactWriteItems(all -> all.transactItems(put)))
          .isInstanceOf(ItemTimeException.class);
      assertThat(client.getItem(get -> get.tableName("visits").key(key(at))).hasItem()).isFalse();
      client.putItem(one -> one.tableName("visits").item(key("2026-11-22T11:00:00Z")));
      assertStartLooksAgain(at);
    }
  }

  /** Somebody else may have written meanwhile, or a table may be gone. */
  private void assertStartLooksAgain(String at) {
    plain.deleteItem(
        delete -> delete.tableName("visits_by_day_2026-11-21").key(key("2026-11-21T10:00Z")));
    put(at);
    Resharder again = Resharder.of(spec, series);
    assertRefused(Reason.ITEMS_UNFIT, () -> again.startInto("visits_by_day", 1, MovePace.gentle()));
    assertThat(LayoutEditor.of(spec, plain).show().state()).isEqualTo("READY");
  }

  @Test
  void startThatIsRepeatedAfterItsLooks_begins() {
    announce();
    plain.deleteItem(
        delete -> delete.tableName("visits_by_day_2026-11-21").key(key("2026-11-21T10:00Z")));
    Resharder again = Resharder.of(spec, series);

    again.startInto("visits_by_day", 1, MovePace.gentle());

    assertThat(again.run()).isOne();
  }

  /** A start that ends when clients know of it, as the series has an item by then. */
  private void announce() {
    Resharder resharder = Resharder.of(spec, series);
    CompletableFuture<Void> start =
        CompletableFuture.runAsync(
            () -> resharder.startInto("visits_by_day", 1, MovePace.gentle()));
    while (!LayoutEditor.of(spec, plain).show().state().equals("ANNOUNCED")) {
      assertThat(start).isNotDone();
    }
    plain.putItem(put -> put.tableName("visits_by_day_2026-11-21").item(key("2026-11-21T10:00Z")));
    assertThatThrownBy(start::join).hasRootCauseInstanceOf(LayoutChangeException.class);
    assertThat(LayoutEditor.of(spec, plain).show().state()).isEqualTo("ANNOUNCED");
  }

  @Test
  void seriesWithAnotherKey_isRefused() {
    TimeSeriesSpec other =
        days(days -> days.template(ExampleTables.provisioned(50, 50, "site", "at")));
    Resharder resharder = Resharder.of(spec, over(other, NOW));

    assertThatThrownBy(() -> resharder.startInto("visits_by_day", 1, MovePace.gentle()))
        .isInstanceOf(SpecMismatchException.class)
        .hasMessageContaining("site");
  }

  @Test
  void backFromTheSeries_isRefused() {
    Resharder resharder = Resharder.of(spec, series);
    resharder.startInto("visits_by_day", 1, MovePace.gentle());
    resharder.run();
    resharder.verify();
    resharder.finish();

    MovePace pace = MovePace.gentle();
    assertRefused(Reason.ELSEWHERE, () -> resharder.startInto("visits", 1, pace));
    assertRefused(Reason.ELSEWHERE, () -> resharder.planInto("visits", 1, pace));
    assertThat(LayoutEditor.of(spec, plain).show().state()).isEqualTo("SETTLED");
  }

  @Test
  void shardingOverTimeSeries_forAnythingElse_isRefused() {
    ShardingSpec fixed =
        ShardingSpec.builder("other").partitionKey("page").sortKey("at").shards(2).build();
    assertThatThrownBy(() -> ShardingDynamoDbClient.builder(series).table(fixed).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SHARDING stands over TIME_SERIES");
    ShardingSpec ofSeries =
        ShardingSpec.builder("visits_by_day")
            .partitionKey("page")
            .sortKey("at")
            .shards(1)
            .layoutFrom(store)
            .build();
    assertThatThrownBy(() -> ShardingDynamoDbClient.builder(series).table(ofSeries).build())
        .isInstanceOf(IllegalArgumentException.class);
  }
}
