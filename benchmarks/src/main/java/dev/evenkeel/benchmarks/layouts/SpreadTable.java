package dev.evenkeel.benchmarks.layouts;

import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.io.Serializable;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A table whose items move from four shards to eight, as any process sees it. */
record SpreadTable(URI endpoint, String name) implements Serializable {
  private static final int KEYS = 100;
  private static final int BATCH = 25;

  /** Makes it with items of 200 bytes under 100 keys, and begins to move them. */
  static SpreadTable begun(LocalDynamoDb dynamoDb, String name, int items) {
    SpreadTable table = new SpreadTable(dynamoDb.endpoint(), name);
    try (DynamoDbClient plain = table.client().build();
        LayoutStore store = table.store(plain)) {
      plain.createTable(
          TableFixture.named(name)
              .partitionKey("pk", ScalarAttributeType.S)
              .sortKey("sk", ScalarAttributeType.S)
              .request());
      store.createTable();
    }
    return table.with(
        (guarded, spec) -> {
          DynamoDbClient client = ShardingDynamoDbClient.builder(guarded).table(spec).build();
          for (int first = 0; first < items; first += BATCH) {
            List<WriteRequest> puts =
                IntStream.range(first, Math.min(items, first + BATCH))
                    .mapToObj(SpreadTable::put)
                    .toList();
            client.batchWriteItem(batch -> batch.requestItems(Map.of(name, puts)));
          }
          Resharder.of(spec, guarded).start(8);
          return table;
        });
  }

  private static WriteRequest put(int i) {
    Map<String, AttributeValue> item =
        Map.of(
            "pk", AttributeValue.fromS("key" + i % KEYS),
            "sk", AttributeValue.fromS("s%06d".formatted(i)),
            "body", AttributeValue.fromS("x".repeat(200)));
    return WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
  }

  private DynamoDbClientBuilder client() {
    return LocalDynamoDb.at(endpoint).clientBuilder();
  }

  /** No request is late here. */
  private LayoutStore store(DynamoDbClient plain) {
    return LayoutStore.builder(plain)
        .table(name + "-layouts")
        .times(Duration.ofSeconds(20), Duration.ofMillis(100))
        .build();
  }

  private <R> R with(BiFunction<DynamoDbClient, ShardingSpec, R> step) {
    try (DynamoDbClient plain = client().build();
        LayoutStore store = store(plain);
        DynamoDbClient guarded =
            client()
                .overrideConfiguration(all -> all.addExecutionInterceptor(LayoutGuard.create()))
                .build()) {
      return step.apply(
          guarded,
          ShardingSpec.builder(name)
              .partitionKey("pk")
              .sortKey("sk")
              .shards(4)
              .layoutFrom(store)
              .build());
    }
  }

  /** The work of one worker: as fast as the table lets it. */
  long move() {
    return with((guarded, spec) -> Resharder.of(spec, guarded).run());
  }

  long left() {
    return with((guarded, spec) -> Resharder.of(spec, guarded).left());
  }
}
