package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.sharding.spec.ReadAheadLimits;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Rows read ahead are used once, by the next page, and never when a write could have changed them.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class QueryReadAheadTest {
  private static final ShardingSpec SPEC =
      ShardingSpec.builder("events")
          .partitionKey("day")
          .sortKey("at", ScalarAttributeType.N)
          .shards(8)
          .build();

  private final Counting counting;

  QueryReadAheadTest(DynamoDbClient plain) {
    this.counting = new Counting(plain);
  }

  private static final class Counting extends DelegatingDynamoDbClient {
    private final AtomicInteger requests = new AtomicInteger();

    Counting(DynamoDbClient delegate) {
      super(delegate);
    }

    @Override
    protected <T extends DynamoDbRequest, R> R invokeOperation(
        T request, Function<T, R> operation) {
      requests.incrementAndGet();
      return operation.apply(request);
    }
  }

  @BeforeAll
  static void fill(DynamoDbClient plain) {
    PhysicalTables.create(plain, SPEC);
    DynamoDbClient sharded = ShardingDynamoDbClient.builder(plain).table(SPEC).build();
    for (int i = 0; i < 400; i++) {
      sharded.putItem(putOf("monday", i)::applyTo);
    }
  }

  private record Put(Map<String, AttributeValue> item) {
    void applyTo(software.amazon.awssdk.services.dynamodb.model.PutItemRequest.Builder put) {
      put.tableName("events").item(item);
    }
  }

  private static Put putOf(String day, int at) {
    return new Put(Map.of("day", fromS(day), "at", fromN(Integer.toString(at))));
  }

  private ShardingDynamoDbClient client(boolean readAhead) {
    return ShardingDynamoDbClient.builder(counting).table(SPEC).readAhead(readAhead).build();
  }

  private static QueryRequest query(QueryResponse after) {
    return QueryRequest.builder()
        .tableName("events")
        .keyConditionExpression("#d = :d")
        .expressionAttributeNames(Map.of("#d", "day"))
        .expressionAttributeValues(Map.of(":d", fromS("monday")))
        .limit(10)
        .exclusiveStartKey(after == null ? null : after.lastEvaluatedKey())
        .build();
  }

  private int drain(DynamoDbClient client) {
    counting.requests.set(0);
    int rows = 0;
    QueryResponse page = null;
    do {
      page = client.query(query(page));
      rows += page.count();
    } while (page.hasLastEvaluatedKey() && !page.lastEvaluatedKey().isEmpty());
    assertThat(rows).isEqualTo(400);
    return counting.requests.get();
  }

  @Tag("deep")
  @Test
  void query_drainedPageByPage_readsEachRowAboutOnce() {
    int cold = drain(client(false));
    int warm = drain(client(true));
    assertThat(cold).as("eight shards a page").isGreaterThanOrEqualTo(40 * 8);
    assertThat(warm).as("more than one page a request").isLessThan(40);
  }

  @Tag("deep")
  @Test
  void query_otherLimits_keepsWithinThem() {
    ReadAheadLimits few = ReadAheadLimits.DEFAULT.queryBytesMax(1).clientBytesMax(1);
    ReadAheadLimits young = ReadAheadLimits.DEFAULT.timeToLive(Duration.ofNanos(1));
    assertThat(drain(client(few))).isGreaterThanOrEqualTo(40 * 8);
    assertThat(drain(client(young))).isGreaterThanOrEqualTo(40 * 8);
    assertThat(drain(client(ReadAheadLimits.DEFAULT.clientBytesMax(5L << 20)))).isLessThan(40);
  }

  private ShardingDynamoDbClient client(ReadAheadLimits limits) {
    return ShardingDynamoDbClient.builder(counting).table(SPEC).readAhead(limits).build();
  }

  @Test
  void query_keyWrittenBetweenPages_isReadAfresh() {
    ShardingDynamoDbClient client = client(true);
    QueryResponse first = client.query(query(null));
    client.putItem(putOf("monday", 0)::applyTo);
    counting.requests.set(0);
    client.query(query(first));
    assertThat(counting.requests.get()).isGreaterThanOrEqualTo(8);
  }

  @Test
  void query_otherKeyWrittenBetweenPages_isNotReadAgain() {
    ShardingDynamoDbClient client = client(true);
    QueryResponse first = client.query(query(null));
    client.putItem(putOf("tuesday", 0)::applyTo);
    QueryResponse second = client.query(query(first));
    counting.requests.set(0);
    client.query(query(second));
    assertThat(counting.requests.get()).isLessThan(8);
  }

  @Test
  void query_samePageAskedTwice_isTheSame() {
    ShardingDynamoDbClient client = client(true);
    QueryResponse first = client.query(query(null));
    QueryResponse second = client.query(query(first));
    assertThat(client.query(query(first)).items()).isEqualTo(second.items());
  }

  @Test
  void query_consistentRead_neverUsesRowsReadBefore() {
    ShardingDynamoDbClient client = client(true);
    QueryResponse first = client.query(query(null).toBuilder().consistentRead(true).build());
    counting.requests.set(0);
    client.query(query(first).toBuilder().consistentRead(true).build());
    assertThat(counting.requests.get()).isGreaterThanOrEqualTo(8);
  }
}
