package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.client.DelegatingDynamoDbAsyncClient;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Several callers of one client, each of which reads large values. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadMemoryTest {
  private static final int CALLERS = 8;
  private static final int VALUE_BYTES = 1024 * 1024;

  private final UnderWay underWay = new UnderWay();
  private final AtomicBoolean slow = new AtomicBoolean();
  private final Semaphore slowed = new Semaphore(0);
  private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
  private Fixture fixture;
  private AttributeValue value;
  private List<ClientUnderTest> clients = List.of();
  private ChunkingDynamoDbAsyncClient client;

  /** Lets fetches of values wait for ever, if asked to. */
  private final class Stalling extends DelegatingDynamoDbAsyncClient {
    Stalling() {
      super(fixture.plainAsync);
    }

    @Override
    protected <T extends DynamoDbRequest, R> CompletableFuture<R> invokeOperation(
        T request, Function<T, CompletableFuture<R>> operation) {
      if (slow.get() && request instanceof BatchGetItemRequest) {
        slowed.release();
        return new CompletableFuture<>();
      }
      return operation.apply(request);
    }
  }

  /** The maximum number of concurrent fetches of values; each call makes one at a time. */
  private static final class UnderWay implements ExecutionInterceptor {
    private int now;
    private int most;

    @Override
    public synchronized void beforeExecution(
        Context.BeforeExecution context, ExecutionAttributes attributes) {
      if (context.request() instanceof BatchGetItemRequest) {
        most = Math.max(most, ++now);
      }
    }

    @Override
    public synchronized void afterExecution(
        Context.AfterExecution context, ExecutionAttributes attributes) {
      if (context.request() instanceof BatchGetItemRequest) {
        now--;
      }
    }

    synchronized int takeMost() {
      int taken = most;
      most = 0;
      return taken;
    }
  }

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3, underWay);
    ChunkingSpec spec =
        fixture
            .spec()
            .attribute("body", AttributePolicy.chunked())
            .chunkTable(ChunkTableSpec.of(Fixture.CHUNKS))
            .itemBytesMax(390_000)
            .build();
    clients =
        List.of(
            ChunkingClients.sync(
                fixture.plain, fixture.s3, b -> b.table(spec).readBytesMax(3 * VALUE_BYTES)),
            ChunkingClients.async(
                fixture.plainAsync,
                fixture.s3Async,
                b -> b.table(spec).readBytesMax(3 * VALUE_BYTES)));
    client =
        ChunkingDynamoDbAsyncClient.builder(new Stalling())
            .s3(fixture.s3Async)
            .table(spec)
            .readBytesMax(3 * VALUE_BYTES)
            .build();
    byte[] bytes = new byte[VALUE_BYTES];
    new Random(1).nextBytes(bytes);
    value = AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
    for (int rank = 0; rank < 2; rank++) {
      Map<String, AttributeValue> item = new HashMap<>(Fixture.key("large", rank));
      item.put("body", value);
      clients.get(0).call(PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build());
    }
  }

  @AfterAll
  void close() {
    callers.shutdown();
    fixture.close();
  }

  Stream<ClientUnderTest> clients() {
    return clients.stream();
  }

  /** A value and its stored form are 2 MiB, and there are 3. */
  @Tag("deep")
  @ParameterizedTest
  @MethodSource("clients")
  void get_bySeveralCallers_holdsNoMoreThanTheClientMay(ClientUnderTest tested) {
    GetItemRequest get =
        GetItemRequest.builder().tableName(Fixture.DOCS).key(Fixture.key("large", 0)).build();
    int unused = underWay.takeMost();

    List<CompletableFuture<GetItemResponse>> all =
        IntStream.range(0, CALLERS)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> tested.call(get), callers))
            .toList();

    all.forEach(one -> assertThat(one.join().item()).containsEntry("body", value));
    assertThat(underWay.takeMost()).isEqualTo(1);
  }

  /** One call alone may need more than there is. */
  @ParameterizedTest
  @MethodSource("clients")
  void query_ofMoreThanTheClientMayHold_isAloneAndComesWhole(ClientUnderTest tested) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName(Fixture.DOCS)
            .keyConditionExpression("id = :id")
            .expressionAttributeValues(Map.of(":id", AttributeValue.fromS("large")))
            .build();

    List<CompletableFuture<QueryResponse>> all =
        IntStream.range(0, 3)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> tested.call(query), callers))
            .toList();

    all.forEach(one -> assertThat(one.join().items()).hasSize(2));
  }

  /** The item that a failed condition returns is read for each of the actions, within one call. */
  @Tag("deep")
  @ParameterizedTest
  @MethodSource("clients")
  void transaction_returningSeveralLargeItems_bySeveralCallers_ends(ClientUnderTest tested)
      throws Exception {
    TransactWriteItemsRequest refused =
        TransactWriteItemsRequest.builder()
            .transactItems(IntStream.range(0, 2).mapToObj(ReadMemoryTest::failing).toList())
            .build();

    List<Future<Throwable>> all =
        IntStream.range(0, CALLERS)
            .mapToObj(i -> callers.submit(() -> catchThrowable(() -> tested.call(refused))))
            .toList();

    for (Future<Throwable> one : all) {
      assertThat(one.get(30, TimeUnit.SECONDS))
          .isInstanceOfSatisfying(
              TransactionCanceledException.class,
              cancelled ->
                  assertThat(cancelled.cancellationReasons())
                      .allSatisfy(
                          reason -> assertThat(reason.item()).containsEntry("body", value)));
    }
  }

  private static TransactWriteItem failing(int rank) {
    return TransactWriteItem.builder()
        .conditionCheck(
            check ->
                check
                    .tableName(Fixture.DOCS)
                    .key(Fixture.key("large", rank))
                    .conditionExpression("attribute_exists(nope)")
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD))
        .build();
  }

  /** The memory of a call is free before its future completes. */
  @Test
  void get_afterAnotherThatWasCutOff_inItsContinuation_ends() {
    slow.set(true);
    GetItemRequest get =
        GetItemRequest.builder().tableName(Fixture.DOCS).key(Fixture.key("large", 0)).build();
    GetItemRequest late =
        get.toBuilder()
            .overrideConfiguration(o -> o.apiCallTimeout(Duration.ofMillis(400)))
            .build();
    CompletableFuture<GetItemResponse> again =
        client
            .getItem(late)
            .handle(
                (item, failure) -> {
                  assertThat(failure).isInstanceOf(ApiCallTimeoutException.class);
                  slow.set(false);
                  return client.getItem(get).orTimeout(20, TimeUnit.SECONDS).join();
                });

    assertThat(again.join().item()).containsEntry("body", value);
  }

  @Test
  void get_afterAnotherThatWasCancelled_inItsContinuation_ends() throws Exception {
    slow.set(true);
    GetItemRequest get =
        GetItemRequest.builder().tableName(Fixture.DOCS).key(Fixture.key("large", 0)).build();
    CompletableFuture<GetItemResponse> first = client.getItem(get);
    CompletableFuture<GetItemResponse> again =
        first.handle(
            (item, failure) -> {
              slow.set(false);
              return client.getItem(get).orTimeout(20, TimeUnit.SECONDS).join();
            });
    assertThat(slowed.tryAcquire(20, TimeUnit.SECONDS)).isTrue();

    first.cancel(true);

    assertThat(again.join().item()).containsEntry("body", value);
  }
}
