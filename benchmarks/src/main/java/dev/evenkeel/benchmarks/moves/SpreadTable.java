package dev.evenkeel.benchmarks.moves;

import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.io.Serializable;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A table whose items move to another number of shards, as any process sees it.
 *
 * @param shards by its spec: before it is moved for the first time
 * @param keys that its items are spread over
 * @param bytes of the body of an item
 * @param lease of its clients
 */
record SpreadTable(URI endpoint, String name, int shards, int keys, int bytes, Duration lease)
    implements Serializable {
  /** A short one, for which a move does not wait long. */
  private static final Duration LEASE = Duration.ofSeconds(3);

  SpreadTable(URI endpoint, String name, int shards, int keys, int bytes) {
    this(endpoint, name, shards, keys, bytes, LEASE);
  }

  private static final int BATCH = 25;

  /** Makes it, and writes the items. */
  static SpreadTable filled(
      LocalDynamoDb dynamoDb, String name, int shards, int keys, int bytes, int items) {
    return new SpreadTable(dynamoDb.endpoint(), name, shards, keys, bytes).filled(items);
  }

  /** Makes it, and writes the items. */
  SpreadTable filled(int items) {
    try (DynamoDbClient plain = client();
        LayoutStore store = store(plain)) {
      plain.createTable(
          TableFixture.named(name)
              .partitionKey("pk", ScalarAttributeType.S)
              .sortKey("sk", ScalarAttributeType.S)
              .request());
      store.createTable();
    }
    writtenOn(shards, 0, items);
    return this;
  }

  /** Writes items from a number on to so many shards, whatever the record says. */
  void writtenOn(int count, int from, int items) {
    try (DynamoDbClient plain = client()) {
      DynamoDbClient client =
          ShardingDynamoDbClient.builder(plain).table(spec().shards(count).build()).build();
      for (int first = from; first < from + items; first += BATCH) {
        List<WriteRequest> puts =
            IntStream.range(first, Math.min(from + items, first + BATCH))
                .mapToObj(this::put)
                .toList();
        client.batchWriteItem(batch -> batch.requestItems(Map.of(name, puts)));
      }
    }
  }

  /** What {@link #of} makes this table from, in another process. */
  String[] arguments() {
    return new String[] {endpoint.toString(), name, Integer.toString(shards), lease.toString()};
  }

  /**
   * The table that arguments of a program name.
   *
   * @param first the number of the first of these
   */
  static SpreadTable of(String[] arguments, int first) {
    return new SpreadTable(
        URI.create(arguments[first]),
        arguments[first + 1],
        Integer.parseInt(arguments[first + 2]),
        1,
        0,
        Duration.parse(arguments[first + 3]));
  }

  ShardingSpec.Builder spec() {
    return ShardingSpec.builder(name).partitionKey("pk").sortKey("sk");
  }

  private WriteRequest put(int i) {
    return WriteRequest.builder().putRequest(PutRequest.builder().item(item(i)).build()).build();
  }

  Map<String, AttributeValue> item(int i) {
    return Map.of(
        "pk", key(i),
        "sk", AttributeValue.fromS("s%06d".formatted(i)),
        "body", AttributeValue.fromS("x".repeat(bytes)));
  }

  /** The text of a key attribute of an item. */
  static String text(Map<String, AttributeValue> item, String attribute) {
    return Objects.requireNonNull(item.get(attribute), attribute).s();
  }

  AttributeValue key(int i) {
    return AttributeValue.fromS("key" + i % keys);
  }

  /** Begins to move all items. */
  SpreadTable begun(int newShards) {
    return with(
        (guarded, spec) -> {
          Resharder.of(spec, guarded).start(newShards);
          return this;
        });
  }

  /** Begins to move the items of the first key. */
  SpreadTable begunOne(int newShards) {
    return with(
        (guarded, spec) -> {
          Resharder.of(spec, guarded).start(key(0), newShards);
          return this;
        });
  }

  /** Writes so many items once more as they are, while all move: that moves them. */
  void touch(int items) {
    with(
        (guarded, spec) -> {
          DynamoDbClient client = ShardingDynamoDbClient.builder(guarded).table(spec).build();
          IntStream.range(0, items)
              .forEach(i -> client.putItem(put -> put.tableName(name).item(item(2 * i))));
          return items;
        });
  }

  /** The read of its layout record. */
  GetItemRequest record() {
    return GetItemRequest.builder()
        .tableName(control())
        .key(
            Map.of(
                "pk", AttributeValue.fromS(name + "#layout"),
                "sk", AttributeValue.fromS("record")))
        .consistentRead(true)
        .build();
  }

  String control() {
    return name + "-layouts";
  }

  /** A client of the table as it is stored. */
  DynamoDbClient client(ExecutionInterceptor... interceptors) {
    DynamoDbClientBuilder builder = LocalDynamoDb.at(endpoint).clientBuilder();
    return builder
        .overrideConfiguration(all -> List.of(interceptors).forEach(all::addExecutionInterceptor))
        .build();
  }

  /** No request is late here. */
  LayoutStore store(DynamoDbClient plain) {
    return LayoutStore.builder(plain).table(control()).times(lease, Duration.ofMillis(100)).build();
  }

  /**
   * Does a step with a guarded client of the table and its spec.
   *
   * @param more interceptors of the client
   */
  <R> R with(BiFunction<DynamoDbClient, ShardingSpec, R> step, ExecutionInterceptor... more) {
    ExecutionInterceptor[] all = List.of(more).toArray(new ExecutionInterceptor[more.length + 1]);
    all[more.length] = LayoutGuard.create();
    try (DynamoDbClient plain = client();
        LayoutStore store = store(plain);
        DynamoDbClient guarded = client(all)) {
      return step.apply(guarded, spec().shards(shards).layoutFrom(store).build());
    }
  }

  /** The work of one worker: as fast as the table lets it. */
  long move(ExecutionInterceptor... more) {
    return with((guarded, spec) -> Resharder.of(spec, guarded).run(MovePace.gentle()), more);
  }

  /** Whether all items are at their places, and the same as before the move. */
  boolean isProved() {
    return with((guarded, spec) -> Resharder.of(spec, guarded).verify().isUnchanged());
  }

  /** How many items are at their old places. */
  long left() {
    return with((guarded, spec) -> Resharder.of(spec, guarded).left());
  }
}
