package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A table of visits with one item, and tables of two days that it is to be split into. */
@ExtendWith(LocalDynamoDbExtension.class)
abstract class MonolithFixture {
  static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

  final DynamoDbClient plain;
  final TimeSeriesSpec days;
  final DynamoDbClient series;
  final LayoutStore store;
  final ShardingSpec spec;

  MonolithFixture(LocalDynamoDb local) {
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

  static TimeSeriesSpec days(UnaryOperator<TimeSeriesSpec.Builder> more) {
    return more.apply(
            TimeSeriesSpec.builder("visits_by_day")
                .time(ItemTime.iso("at").before("#"))
                .period(Period.DAY)
                .since(NOW.minus(Duration.ofDays(1)))
                .lateness(Duration.ofDays(7))
                .template(ExampleTables.provisioned(50, 50, "page", "at")))
        .build();
  }

  DynamoDbClient over(TimeSeriesSpec spec, Instant now) {
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

  void put(String at) {
    plain.putItem(put -> put.tableName("visits").item(key(at)));
  }

  static Map<String, AttributeValue> key(String at) {
    return Map.of("page", AttributeValue.fromS("/home"), "at", AttributeValue.fromS(at));
  }

  static void assertRefused(Reason reason, ThrowingCallable start) {
    assertThatThrownBy(start)
        .isInstanceOfSatisfying(
            LayoutChangeException.class, refused -> assertThat(refused.reason()).isEqualTo(reason));
  }
}
