package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Callers that ask for one item at once. */
@ExtendWith(LocalDynamoDbExtension.class)
class SharedReadTest {
  private static final int CALLERS = 1000;
  private static final int FOLLOWERS = 2000;
  private static final CachingSpec SPEC = Products.spec().build();

  private final LocalDynamoDb local;
  private final ItemCache cache = ItemCache.ofBytes(1L << 20);

  SharedReadTest(LocalDynamoDb local) {
    this.local = local;
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    Products.create(plain);
    plain.putItem(
        PutItemRequest.builder()
            .tableName(Products.TABLE)
            .item(Products.product(1, "lamp"))
            .build());
  }

  private static FaultInjector slowReads() {
    return FaultPlan.seeded(1)
        .rule(FaultRule.inject(Fault.delay(Duration.ofMillis(1500))).into("GetItem"))
        .build()
        .injector();
  }

  @ParameterizedTest
  @EnumSource
  void callersAtOnce_shareOneRead(Kind kind) throws Exception {
    FaultInjector faults = slowReads();
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    try (ClientUnderTest client =
        kind.open(local, faults, CacheUnderTest.decoration(cache, SPEC))) {
      List<Future<GetItemResponse>> all = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        all.add(threads.submit(() -> client.call(Products.get(1).build())));
      }
      for (Future<GetItemResponse> one : all) {
        assertThat(one.get().item()).isEqualTo(Products.product(1, "lamp"));
      }
      assertThat(faults.requestCount()).isEqualTo(1);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void syncCaller_onTheThreadOfAnAsyncRead_doesNotWaitForIt() throws Exception {
    FaultInjector faults = slowReads();
    ExecutorService one = Executors.newSingleThreadExecutor();
    try (DynamoDbClient plainSync = local.client();
        DynamoDbClient sync = CacheUnderTest.decoration(cache, SPEC).around(plainSync);
        DynamoDbAsyncClient plain =
            local
                .asyncClientBuilder()
                .httpClientBuilder(faults.asyncHttpClientBuilder())
                .asyncConfiguration(
                    c ->
                        c.advancedOption(
                            SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, one))
                .build();
        DynamoDbAsyncClient client = CacheUnderTest.decoration(cache, SPEC).around(plain)) {
      CompletableFuture<GetItemResponse> leading = client.getItem(Products.get(1).build());
      CompletableFuture<GetItemResponse> inside =
          CompletableFuture.supplyAsync(() -> sync.getItem(Products.get(1).build()), one);

      assertThat(inside.get(10, TimeUnit.SECONDS).item()).isNotEmpty();
      assertThat(leading.get(10, TimeUnit.SECONDS).item()).isNotEmpty();
    } finally {
      one.shutdownNow();
    }
  }

  /** Code that is attached to a call may wait for another one that shares its read. */
  @Test
  void asyncCallersByThousands_takeFewThreadsWhileTheyLand() throws Exception {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    FaultInjector faults = slowReads();
    try (DynamoDbAsyncClient plain = local.asyncClient(faults.asyncHttpClientBuilder());
        DynamoDbAsyncClient client = CacheUnderTest.decoration(cache, SPEC).around(plain)) {
      CompletableFuture<GetItemResponse> leading = client.getItem(Products.get(1).build());
      CompletableFuture<GetItemResponse> waiting = client.getItem(Products.get(1).build());
      List<CompletableFuture<String>> all = new ArrayList<>();
      for (int i = 0; i < FOLLOWERS; i++) {
        all.add(
            client
                .getItem(Products.get(1).build())
                .thenApply(
                    response -> {
                      threads.add(Thread.currentThread());
                      return response.item().get("name").s();
                    }));
      }
      CompletableFuture<String> last = all.get(FOLLOWERS - 1);
      CompletableFuture<String> behind = waiting.thenApply(response -> last.join());

      assertThat(behind.get(30, TimeUnit.SECONDS)).isEqualTo("lamp");
      for (CompletableFuture<String> one : all) {
        assertThat(one.get(30, TimeUnit.SECONDS)).isEqualTo("lamp");
      }
      assertThat(leading.join().item()).isEqualTo(Products.product(1, "lamp"));
      assertThat(faults.requestCount()).isEqualTo(1);
      assertThat(threads).hasSizeLessThan(50);
    }
  }

  @Test
  void caller_thatCancels_cancelsNobodyElse() {
    FaultInjector faults = slowReads();
    try (DynamoDbAsyncClient plain = local.asyncClient(faults.asyncHttpClientBuilder());
        DynamoDbAsyncClient client = CacheUnderTest.decoration(cache, SPEC).around(plain)) {
      List<CompletableFuture<GetItemResponse>> all =
          IntStream.range(0, 5).mapToObj(i -> client.getItem(Products.get(1).build())).toList();
      all.get(0).cancel(true);
      all.get(3).cancel(true);

      for (int other : List.of(1, 2, 4)) {
        assertThat(all.get(other).join().item()).isEqualTo(Products.product(1, "lamp"));
      }
      assertThat(faults.requestCount()).isEqualTo(2);
    }
  }

  @Test
  void caller_whoseThreadIsInterrupted_interruptsNobodyElse() throws Exception {
    FaultInjector faults = slowReads();
    try (ClientUnderTest client =
        Kind.SYNC.open(local, faults, CacheUnderTest.decoration(cache, SPEC))) {
      Thread first = new Thread(() -> client.call(Products.get(1).build()));
      first.setUncaughtExceptionHandler((thread, failure) -> {});
      first.start();
      while (faults.requestCount() == 0) {
        Thread.sleep(1);
      }
      CompletableFuture<GetItemResponse> second =
          CompletableFuture.supplyAsync(() -> client.call(Products.get(1).build()));
      Thread.sleep(100);
      first.interrupt();

      assertThat(second.join().item()).isEqualTo(Products.product(1, "lamp"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusal_isThatOfAllWhoShare_andIsNotRemembered(Kind kind) {
    try (ClientUnderTest client =
        kind.open(local, request -> {}, CacheUnderTest.decoration(cache, SPEC))) {
      var wrong = Products.get(1).projectionExpression("#").build();
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> client.call(wrong)).isInstanceOf(DynamoDbException.class);
      }
      assertThat(cache.stats().get(Products.TABLE).hits()).isZero();
    }
  }
}
