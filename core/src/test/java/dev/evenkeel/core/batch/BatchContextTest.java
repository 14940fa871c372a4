package dev.evenkeel.core.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.client.DelegatingDynamoDbAsyncClient;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.internal.flow.CarriedTrace;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The parts of a batch, and what is sent again of them, have the context of its caller. */
@ExtendWith(LocalDynamoDbExtension.class)
class BatchContextTest {
  private static final String TABLE = "events";
  private static final String CALLER = "caller";
  private static final String LENT = "lent";
  private static final int PARTS = 8;
  private static final BatchWriteItemRequest WRITES =
      BatchWriteItemRequest.builder()
          .requestItems(
              Map.of(
                  TABLE, IntStream.range(0, 25 * PARTS).mapToObj(BatchContextTest::put).toList()))
          .build();

  private final CarriedTrace trace = new CarriedTrace();
  private final Queue<String> contexts = new ConcurrentLinkedQueue<>();
  private final Set<String> senders = ConcurrentHashMap.newKeySet();
  private final ExecutorService executor =
      Executors.newFixedThreadPool(2, work -> new Thread(work, LENT));
  private final ClientThreads threads = trace.on(ClientThreads.of(executor));
  private LocalDynamoDb local;

  @BeforeEach
  void create(LocalDynamoDb shared) {
    local = shared.isolated();
    try (DynamoDbClient plain = local.client()) {
      plain.createTable(
          create ->
              create
                  .tableName(TABLE)
                  .billingMode(BillingMode.PAY_PER_REQUEST)
                  .attributeDefinitions(
                      AttributeDefinition.builder()
                          .attributeName("id")
                          .attributeType(ScalarAttributeType.N)
                          .build())
                  .keySchema(
                      KeySchemaElement.builder()
                          .attributeName("id")
                          .keyType(KeyType.HASH)
                          .build()));
    }
  }

  @AfterEach
  void end() {
    executor.shutdownNow();
  }

  private static WriteRequest put(int id) {
    return WriteRequest.builder()
        .putRequest(put -> put.item(Map.of("id", fromN(Integer.toString(id)))))
        .build();
  }

  /** The first answers leave half of what they are asked for. */
  private static FaultInjector leaving() {
    return FaultPlan.seeded(1)
        .rule(FaultRule.inject(Fault.unprocessed(0.5)).into("BatchWriteItem").first(PARTS))
        .build()
        .injector();
  }

  private void note() {
    String here = trace.here();
    contexts.add(here == null ? "nothing" : here);
    senders.add(Thread.currentThread().getName());
  }

  @Test
  void batch_sync_hasItInEachPart_onTheLentThreads() {
    try (DynamoDbClient plain =
            local.clientBuilder().httpClientBuilder(leaving().httpClientBuilder()).build();
        DynamoDbClient noting =
            new DelegatingDynamoDbClient(plain) {
              @Override
              protected <T extends DynamoDbRequest, R> R invokeOperation(
                  T request, Function<T, R> operation) {
                note();
                return operation.apply(request);
              }
            };
        DynamoDbClient client =
            BatchingDynamoDbClient.builder(noting).keys(TABLE, "id").threads(threads).build()) {
      BatchWriteItemResponse all = trace.as(CALLER, () -> client.batchWriteItem(WRITES));

      assertThat(all.unprocessedItems()).isEmpty();
    }
    assertThat(contexts).hasSizeGreaterThan(PARTS).containsOnly(CALLER);
    assertThat(senders).isSubsetOf(LENT, Thread.currentThread().getName());
  }

  @Test
  void batch_async_hasItInEachPart_andWhereItEnds() throws Exception {
    try (DynamoDbAsyncClient plain = local.asyncClient(leaving().asyncHttpClientBuilder());
        DynamoDbAsyncClient noting =
            new DelegatingDynamoDbAsyncClient(plain) {
              @Override
              protected <T extends DynamoDbRequest, R> CompletableFuture<R> invokeOperation(
                  T request, Function<T, CompletableFuture<R>> operation) {
                note();
                return operation.apply(request);
              }
            };
        DynamoDbAsyncClient client =
            BatchingDynamoDbAsyncClient.builder(noting)
                .keys(TABLE, "id")
                .threads(threads)
                .build()) {
      CompletableFuture<@Nullable String> end =
          trace.as(CALLER, () -> client.batchWriteItem(WRITES).thenApply(response -> trace.here()));

      assertThat(end.get(1, TimeUnit.MINUTES)).isEqualTo(CALLER);
    }
    assertThat(contexts).hasSizeGreaterThan(PARTS).containsOnly(CALLER);
  }
}
