package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.TableFixture;
import dev.evenkeel.testkit.equivalence.TableFixture.KeyPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A plain table with a layout record, a control table, and clients of it. */
final class LiveTable implements AutoCloseable {
  static final String TABLE = "clicks";
  static final AttributeValue HOT = AttributeValue.fromS("hot");
  static final Duration LEASE = Duration.ofMillis(1500);
  static final Duration LATE = Duration.ofMillis(300);

  final DynamoDbClient plain;
  final LocalDynamoDb local;
  private final Duration lease;
  private final Duration late;
  private final List<Runnable> open = new ArrayList<>();

  LiveTable(LocalDynamoDb server) {
    this(server, LEASE, LATE);
  }

  LiveTable(LocalDynamoDb server, Duration lease, Duration late) {
    this.lease = lease;
    this.late = late;
    this.local = server.isolated();
    this.plain = local.client();
    plain.createTable(
        TableFixture.named(TABLE)
            .partitionKey("pk", ScalarAttributeType.S)
            .sortKey("sk", ScalarAttributeType.S)
            .localIndex("byValue", KeyPart.of("v", ScalarAttributeType.S))
            .request());
    store().createTable();
  }

  LayoutStore store(DynamoDbClient control) {
    LayoutStore store = LayoutStore.builder(control).times(lease, late).build();
    open.add(store::close);
    return store;
  }

  static ShardingSpec spec(LayoutStore store) {
    return ShardingSpec.builder(TABLE)
        .partitionKey("pk")
        .sortKey("sk")
        .localIndex("byValue", "v")
        .shards(1)
        .layoutFrom(store)
        .build();
  }

  /** A store of its own. */
  LayoutStore store() {
    return store(plain);
  }

  LayoutEditor editor() {
    return LayoutEditor.of(spec(store()), plain);
  }

  /** An undecorated client with interceptors. */
  DynamoDbClient sending(ExecutionInterceptor... interceptors) {
    DynamoDbClient client =
        local
            .clientBuilder()
            .httpClientBuilder(Apache5HttpClient.builder())
            .overrideConfiguration(
                all -> List.of(interceptors).forEach(all::addExecutionInterceptor))
            .build();
    open.add(client::close);
    return client;
  }

  /** An undecorated asynchronous client with interceptors. */
  DynamoDbAsyncClient sendingAsync(ExecutionInterceptor... interceptors) {
    DynamoDbAsyncClient client =
        local
            .asyncClientBuilder()
            .overrideConfiguration(
                all -> List.of(interceptors).forEach(all::addExecutionInterceptor))
            .build();
    open.add(client::close);
    return client;
  }

  /** A sharding client that looks the layout up in a store of its own. */
  ShardingDynamoDbClient client() {
    return client(store(), LayoutGuard.create());
  }

  /**
   * @param interceptors of the client that sends, the guard among them
   */
  ShardingDynamoDbClient client(LayoutStore store, ExecutionInterceptor... interceptors) {
    return ShardingDynamoDbClient.builder(sending(interceptors)).table(spec(store)).build();
  }

  static Map<String, AttributeValue> key(String partition, String sort) {
    return Map.of("pk", AttributeValue.fromS(partition), "sk", AttributeValue.fromS(sort));
  }

  static void put(DynamoDbClient client, String partition, String sort) {
    client.putItem(put -> put.tableName(TABLE).item(key(partition, sort)));
  }

  /** The sort keys that a client reads of the hot key, in order. */
  static List<String> hotSorts(DynamoDbClient client) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName(TABLE)
            .keyConditionExpression("pk = :pk")
            .expressionAttributeValues(Map.of(":pk", HOT))
            .consistentRead(true)
            .build();
    return client.queryPaginator(query).items().stream().map(item -> item.get("sk").s()).toList();
  }

  /** Waits until all clients act on what the record says now. */
  void waitForLease() {
    try {
      Thread.sleep(lease.toMillis());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A sort key that rises with a number. */
  static String time(int i) {
    return "t%06d".formatted(i);
  }

  @Override
  public void close() {
    open.forEach(Runnable::run);
  }
}
