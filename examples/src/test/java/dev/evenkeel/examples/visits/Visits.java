package dev.evenkeel.examples.visits;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The calls whose ways through the code are counted. Each makes tables of its own. */
public final class Visits {
  private Visits() {}

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  private static Map<String, AttributeValue> hit(String at) {
    return Map.of("day", text("2015-05-17"), "at", text(at), "path", text("/"));
  }

  private static DynamoDbClient sharding(DynamoDbClient plain, String table) {
    ExampleTables.create(plain, table, "day", "at");
    ShardingSpec spec =
        ShardingSpec.builder(table).partitionKey("day").sortKey("at").shards(4).build();
    return ShardingDynamoDbClient.builder(plain).table(spec).build();
  }

  /** A put of a sharded table: one request. */
  public static final class ShardedPut implements Function<DynamoDbClient, Runnable> {
    @Override
    public Runnable apply(DynamoDbClient plain) {
      DynamoDbClient client = sharding(plain, "put");
      return () -> client.putItem(put -> put.tableName("put").item(hit("10:05")));
    }
  }

  /** The newest rows of a sharded key: a request for each shard. */
  public static final class ShardedQuery implements Function<DynamoDbClient, Runnable> {
    @Override
    public Runnable apply(DynamoDbClient plain) {
      DynamoDbClient client = sharding(plain, "query");
      for (int i = 0; i < 100; i++) {
        String at = "10:%02d".formatted(i);
        client.putItem(put -> put.tableName("query").item(hit(at)));
      }
      return () ->
          client.query(
              query ->
                  query
                      .tableName("query")
                      .keyConditionExpression("#day = :day")
                      .expressionAttributeNames(Map.of("#day", "day"))
                      .expressionAttributeValues(Map.of(":day", text("2015-05-17")))
                      .scanIndexForward(false)
                      .limit(20));
    }
  }

  /** A transaction of two puts of a sharded table. */
  public static final class ShardedTransaction implements Function<DynamoDbClient, Runnable> {
    @Override
    public Runnable apply(DynamoDbClient plain) {
      DynamoDbClient client = sharding(plain, "transaction");
      return () ->
          client.transactWriteItems(write -> write.transactItems(put("10:05"), put("10:06")));
    }

    private static TransactWriteItem put(String at) {
      return TransactWriteItem.builder()
          .put(Put.builder().tableName("transaction").item(hit(at)).build())
          .build();
    }
  }

  /** A put of a value that goes to a chunk table, and replaces one. */
  public static final class ChunkedPut implements Function<DynamoDbClient, Runnable> {
    @Override
    public Runnable apply(DynamoDbClient plain) {
      ExampleTables.create(plain, "replies", "id");
      ExampleTables.create(plain, "chunks", "Id");
      ExampleTables.createIntents(plain, "intents");
      ChunkingSpec spec =
          ChunkingSpec.builder("replies")
              .partitionKey("id")
              .attribute("text", AttributePolicy.chunked())
              .chunkTable(ChunkTableSpec.of("chunks"))
              .intentTable("intents")
              .build();
      DynamoDbClient client = ChunkingDynamoDbClient.builder(plain).table(spec).build();
      AtomicInteger number = new AtomicInteger();
      return () -> {
        String text = (number.incrementAndGet() + " long").repeat(200_000);
        Map<String, AttributeValue> item = Map.of("id", text("1"), "text", text(text));
        client.putItem(put -> put.tableName("replies").item(item));
      };
    }
  }

  /** A run of a lifecycle that creates the table of one period, and opens it. */
  public static final class TablesApply implements Function<DynamoDbClient, Runnable> {
    @Override
    public Runnable apply(DynamoDbClient plain) {
      AtomicReference<Instant> now = new AtomicReference<>(START);
      TableLifecycle lifecycle = lifecycle(plain, "create", now::get);
      return () -> {
        now.updateAndGet(before -> before.plus(Duration.ofDays(1)));
        for (LifecycleReport report : lifecycle.run()) {
          if (!report.isComplete() || report.outcomes().size() != 1) {
            throw new IllegalStateException(report.toString());
          }
        }
      };
    }
  }

  private static final Instant START = Instant.parse("2015-05-17T12:00:00Z");

  private static TableLifecycle lifecycle(DynamoDbClient plain, String table, InstantSource clock) {
    TimeSeriesSpec spec =
        TimeSeriesSpec.builder(table)
            .period(Period.DAY)
            .since(START)
            .time(ItemTime.iso("at"))
            .lateness(Duration.ofDays(10))
            .template(ExampleTables.provisioned(100, 200, "site", "at"))
            .build();
    TableLifecycle lifecycle =
        TableLifecycle.builder(plain)
            .table(spec)
            .controlTable(table + "-control")
            .clock(clock)
            .build();
    lifecycle.createControlTable();
    lifecycle.run();
    return lifecycle;
  }
}
