package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.sortKeys;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.core.client.DelegatingDynamoDbAsyncClient;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.client.Ownership;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Shards that fail, callers that go away, and many callers at once. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(60)
class FailureTest {
  private static final ShardingSpec SPEC =
      ShardingSpec.builder("flaky").partitionKey("pk").sortKey("sk").shards(6).build();
  private static final ShardingSpec DRAWN =
      SPEC.toBuilder().selector(ShardSelector.rotating()).uniqueSortKeys().build();
  private static final List<String> ALL =
      IntStream.range(0, 30).mapToObj("s%02d"::formatted).toList();

  private final RuntimeException throttled =
      ProvisionedThroughputExceededException.builder().message("slow down").build();

  private DynamoDbClient plain;

  @BeforeAll
  void create(DynamoDbClient plain) {
    this.plain = plain;
    PhysicalTables.create(plain, SPEC);
    ShardingDynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(SPEC).build();
    ALL.forEach(sk -> client.putItem(put -> put.tableName("flaky").item(key("a", sk))));
  }

  private static QueryRequest query() {
    return QueryRequest.builder()
        .tableName("flaky")
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", s("a")))
        .limit(4)
        .build();
  }

  private static boolean isOnShard(QueryRequest request, int shard) {
    return request.expressionAttributeValues().containsValue(s("a." + shard));
  }

  @Test
  void query_oneShardFails_failsWithItsExceptionAndCanGoOnLater() {
    AtomicBoolean broken = new AtomicBoolean();
    DynamoDbClient flaky =
        new DelegatingDynamoDbClient(plain, Ownership.BORROWED) {
          @Override
          public QueryResponse query(QueryRequest request) {
            if (broken.get() && isOnShard(request, 3)) {
              throw throttled;
            }
            return super.query(request);
          }
        };
    ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(flaky).table(SPEC).readAhead(false).build();
    List<String> found = new ArrayList<>();
    QueryRequest next = query();
    while (next != null) {
      broken.set(true);
      QueryRequest failing = next;
      assertThat(catchThrowable(() -> client.query(failing))).isSameAs(throttled);
      broken.set(false);
      QueryResponse page = client.query(next);
      found.addAll(sortKeys(page.items()));
      next =
          page.lastEvaluatedKey().isEmpty()
              ? null
              : next.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    }
    assertThat(found).isEqualTo(ALL);
  }

  @Test
  void queryAsync_oneShardFails_failsWithItsException(DynamoDbAsyncClient asyncPlain) {
    DynamoDbAsyncClient flaky =
        new DelegatingDynamoDbAsyncClient(asyncPlain, Ownership.BORROWED) {
          @Override
          public CompletableFuture<QueryResponse> query(QueryRequest request) {
            return isOnShard(request, 3)
                ? CompletableFuture.failedFuture(throttled)
                : super.query(request);
          }
        };
    ShardingDynamoDbAsyncClient client =
        ShardingDynamoDbAsyncClient.builder(flaky).table(SPEC).build();
    assertThat(catchThrowable(() -> client.query(query()).join())).cause().isSameAs(throttled);
  }

  @Test
  void query_callerInterrupted_abortsAndStaysInterrupted() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    DynamoDbClient stuck =
        new DelegatingDynamoDbClient(plain, Ownership.BORROWED) {
          @Override
          public QueryResponse query(QueryRequest request) {
            asked.countDown();
            try {
              never.await();
            } catch (InterruptedException e) {
              throw AbortedException.create("interrupted", e);
            }
            return super.query(request);
          }
        };
    ShardingDynamoDbClient client = ShardingDynamoDbClient.builder(stuck).table(SPEC).build();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread caller =
        new Thread(
            () -> {
              failure.set(catchThrowable(() -> client.query(query())));
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    caller.start();
    asked.await();
    caller.interrupt();
    caller.join();
    assertThat(failure.get()).isInstanceOf(AbortedException.class);
    assertThat(interrupted).isTrue();
  }

  @Test
  void queryAsync_futureCancelled_cancelsItsSubRequests(DynamoDbAsyncClient asyncPlain) {
    List<CompletableFuture<QueryResponse>> open = new CopyOnWriteArrayList<>();
    DynamoDbAsyncClient silent =
        new DelegatingDynamoDbAsyncClient(asyncPlain, Ownership.BORROWED) {
          @Override
          public CompletableFuture<QueryResponse> query(QueryRequest request) {
            CompletableFuture<QueryResponse> future = new CompletableFuture<>();
            open.add(future);
            return future;
          }
        };
    ShardingDynamoDbAsyncClient client =
        ShardingDynamoDbAsyncClient.builder(silent).table(SPEC).concurrency(4).build();
    CompletableFuture<QueryResponse> result = client.query(query());
    assertThat(open).hasSize(4);
    result.cancel(true);
    assertThat(open).hasSize(4).allMatch(CompletableFuture::isCancelled);
    CompletableFuture<QueryResponse> second = client.query(query());
    assertThat(open).as("the permits are free again").hasSize(8);
    second.cancel(true);
  }

  @Test
  void get_probeWithUnprocessedKeys_asksThemAgain() {
    List<BatchGetItemRequest> batches = new CopyOnWriteArrayList<>();
    DynamoDbClient throttling =
        new DelegatingDynamoDbClient(plain, Ownership.BORROWED) {
          @Override
          public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
            batches.add(request);
            return batches.size() < 3
                ? BatchGetItemResponse.builder().unprocessedKeys(request.requestItems()).build()
                : super.batchGetItem(request);
          }
        };
    ShardingDynamoDbClient client = ShardingDynamoDbClient.builder(throttling).table(DRAWN).build();
    assertThat(client.getItem(get -> get.tableName("flaky").key(key("a", "s07"))).item())
        .isEqualTo(key("a", "s07"));
    assertThat(batches).hasSize(3);
  }

  @Tag("deep")
  @Test
  void query_manyCallersWithFewPermits_allGetTheirPages(DynamoDbAsyncClient asyncPlain)
      throws Exception {
    ShardingDynamoDbClient sync =
        ShardingDynamoDbClient.builder(plain).table(SPEC).concurrency(2).build();
    ShardingDynamoDbAsyncClient async =
        ShardingDynamoDbAsyncClient.builder(asyncPlain).table(SPEC).concurrency(2).build();
    ExecutorService callers = Executors.newFixedThreadPool(6);
    try {
      List<Future<List<String>>> results = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        results.add(callers.submit(() -> pages(sync)));
        results.add(callers.submit(() -> pages(async)));
      }
      for (Future<List<String>> result : results) {
        assertThat(result.get(50, TimeUnit.SECONDS)).isEqualTo(ALL);
      }
    } finally {
      callers.shutdownNow();
    }
  }

  private static List<String> pages(ShardingDynamoDbClient client) {
    return sortKeys(client.queryPaginator(query()).items().stream().toList());
  }

  private static List<String> pages(ShardingDynamoDbAsyncClient client) {
    List<String> found = new CopyOnWriteArrayList<>();
    client
        .queryPaginator(query())
        .items()
        .subscribe(item -> found.addAll(sortKeys(List.of(item))))
        .join();
    return found;
  }

  @Test
  void query_missingTable_keepsTheExceptionOfDynamoDb() {
    ShardingSpec missing =
        ShardingSpec.builder("missing").partitionKey("pk").sortKey("sk").shards(3).build();
    ShardingDynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(missing).build();
    assertThatThrownBy(() -> client.query(query().toBuilder().tableName("missing").build()))
        .isInstanceOf(ResourceNotFoundException.class);
  }
}
