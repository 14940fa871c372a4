package dev.evenkeel.examples.stacks;

import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbAsyncClient;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A table of visits, the tables of three days that it is to be split into, and clients of both. */
final class SplitFixture implements AutoCloseable {
  static final String DAYS = "visits_by_day";
  static final Duration LEASE = Duration.ofMillis(1500);
  private static final Instant NOW = Instant.parse("2026-11-22T23:00:00Z");
  private static final TimeSeriesSpec SERIES =
      TimeSeriesSpec.builder(DAYS)
          .time(ItemTime.iso("at").before("#"))
          .period(Period.DAY)
          .since(NOW.minus(Duration.ofDays(2)))
          .lateness(Duration.ofDays(7))
          .template(ExampleTables.provisioned(50, 50, "page", "at"))
          .build();

  private final DynamoDbClient plain;
  private final LayoutStore store;
  private final DynamoDbClient guarded;
  private final DynamoDbAsyncClient guardedAsync;

  SplitFixture(LocalDynamoDb own) {
    this.plain = own.client();
    this.store = LayoutStore.builder(plain).times(LEASE, Duration.ofMillis(300)).build();
    this.guarded =
        own.clientBuilder()
            .overrideConfiguration(all -> all.addExecutionInterceptor(LayoutGuard.create()))
            .build();
    this.guardedAsync =
        own.asyncClientBuilder()
            .overrideConfiguration(all -> all.addExecutionInterceptor(LayoutGuard.create()))
            .build();
    store.createTable();
    ExampleTables.create(plain, SplitScript.TABLE, "page", "at");
    for (int day = 20; day <= 22; day++) {
      ExampleTables.create(plain, "%s_2026-11-%d".formatted(DAYS, day), "page", "at");
    }
  }

  private ShardingSpec spec() {
    return ShardingSpec.builder(SplitScript.TABLE)
        .partitionKey("page")
        .sortKey("at")
        .shards(1)
        .layoutFrom(store)
        .build();
  }

  Resharder resharder() {
    return Resharder.of(spec(), series(guarded));
  }

  ClientUnderTest client(Kind kind) {
    return kind == Kind.SYNC ? ClientUnderTest.of(sync()) : ClientUnderTest.of(async());
  }

  DynamoDbClient sync() {
    return ShardingDynamoDbClient.builder(series(guarded)).table(spec()).build();
  }

  DynamoDbAsyncClient async() {
    return ShardingDynamoDbAsyncClient.builder(
            TimeSeriesDynamoDbAsyncClient.builder(guardedAsync)
                .table(SERIES)
                .clock(() -> NOW)
                .build())
        .table(spec())
        .build();
  }

  int stored(String table) {
    return plain.scan(scan -> scan.tableName(table)).count();
  }

  private static DynamoDbClient series(DynamoDbClient sending) {
    return TimeSeriesDynamoDbClient.builder(sending).table(SERIES).clock(() -> NOW).build();
  }

  @Override
  public void close() {
    store.close();
    guarded.close();
    guardedAsync.close();
    plain.close();
  }
}
