package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.TableFixture;
import dev.evenkeel.testkit.equivalence.TableFixture.KeyPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Tables whose counts are raised, and their clients, each with a store of its own. */
final class RaisedFixture implements AutoCloseable {
  static final AttributeValue HOT = AttributeValue.fromS("hot");
  static final AttributeValue OPEN = AttributeValue.fromS("open");

  final DynamoDbClient plain;
  final DynamoDbClient guarded;

  /** Runs once, when the next write has been applied; the answer of that is lost. */
  final AtomicReference<@Nullable Runnable> afterNextWrite = new AtomicReference<>();

  private final List<LayoutStore> stores = new ArrayList<>();

  RaisedFixture(LocalDynamoDb local) {
    LocalDynamoDb own = local.isolated();
    this.plain = own.client();
    this.guarded =
        own.clientBuilder()
            .httpClientBuilder(Apache5HttpClient.builder())
            .overrideConfiguration(
                c ->
                    c.addExecutionInterceptor(LayoutGuard.create())
                        .addExecutionInterceptor(new LostAnswer()))
            .build();
    store().createTable();
  }

  private final class LostAnswer implements ExecutionInterceptor {
    @Override
    public SdkHttpResponse modifyHttpResponse(
        Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
      boolean isWrite =
          !context.request().getClass().getSimpleName().matches("Get.*|Query.*|Scan.*");
      Runnable then = isWrite ? afterNextWrite.getAndSet(null) : null;
      if (then == null) {
        return context.httpResponse();
      }
      then.run();
      return context.httpResponse().toBuilder().statusCode(500).build();
    }
  }

  LayoutStore store() {
    LayoutStore store =
        LayoutStore.builder(plain).times(Duration.ofSeconds(1), Duration.ofSeconds(1)).build();
    stores.add(store);
    return store;
  }

  ShardingSpec.Builder items() {
    return ShardingSpec.builder("items").partitionKey("pk").sortKey("sk").layoutFrom(store());
  }

  ShardingSpec drawn() {
    return items().shards(2).selector(ShardSelector.random()).uniqueSortKeys().build();
  }

  ShardingSpec indexed(int count) {
    return items().shards(1).shardedIndex(byState(count)).build();
  }

  static ShardedIndexSpec byState(int count) {
    return ShardedIndexSpec.numberFirst("byState", "state", count);
  }

  CounterSpec counters() {
    return CounterSpec.builder("votes")
        .partitionKey("pk")
        .shards(2)
        .summed("n")
        .layoutFrom(store())
        .build();
  }

  ShardingDynamoDbClient client(ShardingSpec spec) {
    return ShardingDynamoDbClient.builder(guarded).table(spec).build();
  }

  ShardingDynamoDbClient client(CounterSpec spec) {
    return ShardingDynamoDbClient.builder(guarded).counter(spec).build();
  }

  void createItems() {
    createItems("items");
  }

  void createItems(String table) {
    plain.createTable(keyed(table).request());
  }

  void createIndexed() {
    client(indexed(2))
        .createTable(
            keyed("items")
                .globalIndex("byState", KeyPart.of("state", ScalarAttributeType.S))
                .request());
  }

  private static TableFixture keyed(String table) {
    return TableFixture.named(table)
        .partitionKey("pk", ScalarAttributeType.S)
        .sortKey("sk", ScalarAttributeType.S);
  }

  void createCounters() {
    plain.createTable(
        TableFixture.named("votes").partitionKey("pk", ScalarAttributeType.S).request());
  }

  static Map<String, AttributeValue> item(int i) {
    return Map.of("pk", HOT, "sk", AttributeValue.fromS("t%06d".formatted(i)), "state", OPEN);
  }

  static QueryRequest ofKey() {
    return QueryRequest.builder()
        .tableName("items")
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", HOT))
        .consistentRead(true)
        .build();
  }

  static QueryRequest ofState() {
    return QueryRequest.builder()
        .tableName("items")
        .indexName("byState")
        .keyConditionExpression("#state = :state")
        .expressionAttributeNames(Map.of("#state", "state"))
        .expressionAttributeValues(Map.of(":state", OPEN))
        .build();
  }

  static Set<String> found(DynamoDbClient client, QueryRequest query) {
    Set<String> found = new HashSet<>();
    client.queryPaginator(query).items().forEach(item -> found.add(item.get("sk").s()));
    return found;
  }

  /** The values of an attribute as they are stored. */
  Set<AttributeValue> physical(String table, String attribute) {
    Set<AttributeValue> values = new HashSet<>();
    plain
        .scanPaginator(scan -> scan.tableName(table))
        .items()
        .forEach(item -> values.add(item.get(attribute)));
    return values;
  }

  @Override
  public void close() {
    stores.forEach(LayoutStore::close);
  }
}
