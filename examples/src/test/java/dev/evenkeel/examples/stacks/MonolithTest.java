package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.ItemTimeException;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A table is not split into periods that could not take all its items. */
@ExtendWith(LocalDynamoDbExtension.class)
class MonolithTest {
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

  private final DynamoDbClient plain;
  private final DynamoDbClient series;
  private final LayoutStore store;
  private final ShardingSpec spec;

  MonolithTest(LocalDynamoDb local) {
    LocalDynamoDb own = local.isolated();
    this.plain =
        own.clientBuilder()
            .overrideConfiguration(all -> all.addExecutionInterceptor(LayoutGuard.create()))
            .build();
    TimeSeriesSpec days =
        TimeSeriesSpec.builder("visits_by_day")
            .time(ItemTime.iso("at").before("#"))
            .period(Period.DAY)
            .since(NOW.minus(Duration.ofDays(1)))
            .lateness(Duration.ofDays(7))
            .template(ExampleTables.provisioned(50, 50, "page", "at"))
            .build();
    this.series = TimeSeriesDynamoDbClient.builder(plain).table(days).clock(() -> NOW).build();
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
    plain.putItem(
        put ->
            put.tableName("visits")
                .item(
                    Map.of("page", AttributeValue.fromS("/home"), "at", AttributeValue.fromS(at))));
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

  /** A read of it finds nothing, so that the start does not see it. */
  @Test
  void itemFromBeforeTheSeries_staysAndAllOthersMove() {
    put("2026-11-19T10:00:00Z#1");
    Resharder resharder = Resharder.of(spec, series);
    resharder.startInto("visits_by_day", 1, MovePace.gentle());

    assertThatThrownBy(resharder::run).isInstanceOf(ItemTimeException.class);

    assertThat(resharder.left()).isOne();
    assertThat(plain.scan(scan -> scan.tableName("visits_by_day_2026-11-22")).items()).hasSize(1);
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
