package dev.evenkeel.spark;

import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.io.Serializable;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A table whose items are to be moved, as any process sees it. */
record MovedTable(URI endpoint, String name) implements Serializable {
  private static final AttributeValue HOT = AttributeValue.fromS("hot");
  private static final int BATCH = 25;

  /** Makes it with items under one key, and begins to move them to four shards. */
  static MovedTable begun(LocalDynamoDb local, String name, int items) {
    MovedTable table = new MovedTable(local.endpoint(), name);
    try (DynamoDbClient plain = table.client();
        LayoutStore store = table.store(plain)) {
      plain.createTable(
          TableFixture.named(name)
              .partitionKey("pk", ScalarAttributeType.S)
              .sortKey("sk", ScalarAttributeType.S)
              .request());
      store.createTable();
      for (int first = 0; first < items; first += BATCH) {
        List<WriteRequest> puts =
            IntStream.range(first, Math.min(items, first + BATCH))
                .mapToObj(MovedTable::put)
                .toList();
        plain.batchWriteItem(batch -> batch.requestItems(Map.of(name, puts)));
      }
    }
    table.resharding(
        resharder -> {
          resharder.start(HOT, 4);
          return true;
        });
    return table;
  }

  private static WriteRequest put(int i) {
    Map<String, AttributeValue> item =
        Map.of(
            "pk", HOT,
            "sk", AttributeValue.fromS("s%05d".formatted(i)),
            "v", AttributeValue.fromS("v".repeat(i % 300)));
    return WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
  }

  private DynamoDbClient client(ExecutionInterceptor... interceptors) {
    return LocalDynamoDb.at(endpoint)
        .clientBuilder()
        .overrideConfiguration(all -> List.of(interceptors).forEach(all::addExecutionInterceptor))
        .build();
  }

  private LayoutStore store(DynamoDbClient plain) {
    return LayoutStore.builder(plain)
        .table(name + "-layouts")
        .times(Duration.ofMillis(1500), Duration.ofMillis(300))
        .build();
  }

  private <R> R resharding(Function<Resharder, R> step, ExecutionInterceptor... others) {
    ExecutionInterceptor[] interceptors =
        List.of(others).toArray(new ExecutionInterceptor[others.length + 1]);
    interceptors[others.length] = LayoutGuard.create();
    try (DynamoDbClient plain = client();
        LayoutStore store = store(plain);
        DynamoDbClient guarded = client(interceptors)) {
      ShardingSpec spec =
          ShardingSpec.builder(name)
              .partitionKey("pk")
              .sortKey("sk")
              .shards(1)
              .layoutFrom(store)
              .build();
      return step.apply(Resharder.of(spec, guarded));
    }
  }

  /** The work of one worker. */
  long move(ExecutionInterceptor... others) {
    return resharding(Resharder::run, others);
  }

  long left() {
    return resharding(Resharder::left);
  }

  void finish() {
    resharding(
        resharder -> {
          resharder.verify();
          resharder.finish();
          return true;
        });
  }

  /** All items as they are stored. */
  Set<Map<String, AttributeValue>> stored() {
    try (DynamoDbClient plain = client()) {
      return plain.scanPaginator(scan -> scan.tableName(name).consistentRead(true)).items().stream()
          .collect(Collectors.toSet());
    }
  }
}
