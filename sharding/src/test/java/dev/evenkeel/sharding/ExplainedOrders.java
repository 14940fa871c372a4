package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.client.DelegatingDynamoDbAsyncClient;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.client.Ownership;
import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Clients that explain calls, and the requests that they send. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
abstract class ExplainedOrders {
  static final ShardingSpec ORDERS =
      ShardingSpec.builder("orders")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(16)
          .shards(KeyRule.startingWith("PLAIN", 1))
          .build();
  static final ShardingSpec EVENTS =
      ShardingSpec.builder("events")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(4)
          .selector(ShardSelector.random())
          .uniqueSortKeys()
          .build();

  final List<DynamoDbRequest> sent = new CopyOnWriteArrayList<>();
  final DynamoDbClient plain;
  final ShardingDynamoDbClient sync;
  private final ShardingDynamoDbAsyncClient async;

  ExplainedOrders(DynamoDbClient plain, DynamoDbAsyncClient asyncPlain) {
    this.plain = plain;
    DynamoDbClient counted =
        new DelegatingDynamoDbClient(plain, Ownership.BORROWED) {
          @Override
          protected <T extends DynamoDbRequest, R> R invokeOperation(T request, Function<T, R> o) {
            sent.add(request);
            return o.apply(request);
          }
        };
    DynamoDbAsyncClient countedAsync =
        new DelegatingDynamoDbAsyncClient(asyncPlain, Ownership.BORROWED) {
          @Override
          protected <T extends DynamoDbRequest, R> CompletableFuture<R> invokeOperation(
              T request, Function<T, CompletableFuture<R>> o) {
            sent.add(request);
            return o.apply(request);
          }
        };
    this.sync = ShardingDynamoDbClient.builder(counted).table(ORDERS).table(EVENTS).build();
    this.async =
        ShardingDynamoDbAsyncClient.builder(countedAsync).table(ORDERS).table(EVENTS).build();
  }

  @BeforeAll
  void create() {
    PhysicalTables.create(plain, ORDERS);
    PhysicalTables.create(plain, EVENTS);
    IntStream.range(0, 60)
        .mapToObj("%03d"::formatted)
        .forEach(sk -> sync.putItem(put -> put.tableName("orders").item(key("full", sk))));
    sent.clear();
  }

  @AfterEach
  void forget() {
    sent.clear();
  }

  /**
   * Explains a request with both clients. A drawn shard may differ between them; the text may not.
   */
  Explanation explain(DynamoDbRequest request) {
    Explanation explanation = sync.explain(request);
    Explanation other = async.explain(request);
    assertThat(other.disposition()).isEqualTo(explanation.disposition());
    assertThat(other.mayFollow()).isEqualTo(explanation.mayFollow());
    assertThat(other.notes()).isEqualTo(explanation.notes());
    assertThat(sent).as("requests sent").isEmpty();
    return explanation;
  }

  static QueryRequest.Builder query(String table, String key) {
    return QueryRequest.builder()
        .tableName(table)
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", s(key)));
  }
}
