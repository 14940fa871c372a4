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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Batches that ask at once for what others ask for. */
@ExtendWith(LocalDynamoDbExtension.class)
class SharedBatchTest {
  private static final int CALLERS = 1000;
  private static final CachingSpec SPEC =
      Products.spec().timeToLive(Duration.ofMinutes(5)).missing(Duration.ofMinutes(5)).build();

  private final LocalDynamoDb local;
  private final ItemCache cache = ItemCache.ofBytes(1L << 20);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  SharedBatchTest(LocalDynamoDb local) {
    this.local = local;
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    Products.create(plain);
    for (int id = 1; id <= 3; id++) {
      plain.putItem(
          PutItemRequest.builder()
              .tableName(Products.TABLE)
              .item(Products.product(id, "lamp " + id))
              .build());
    }
  }

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  private static FaultInjector slow(String... operations) {
    return FaultPlan.seeded(1)
        .rule(FaultRule.inject(Fault.delay(Duration.ofMillis(1500))).into(operations))
        .build()
        .injector();
  }

  private static KeysAndAttributes keys(int... ids) {
    return KeysAndAttributes.builder()
        .keys(Arrays.stream(ids).mapToObj(Products::key).toList())
        .build();
  }

  private static BatchGetItemRequest batch(int... ids) {
    return BatchGetItemRequest.builder()
        .requestItems(Map.of(Products.TABLE, keys(ids)))
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .build();
  }

  private static double units(BatchGetItemResponse response) {
    return response.consumedCapacity().get(0).capacityUnits();
  }

  @SuppressWarnings("unchecked") // an array of generic maps
  private static void assertLamps(BatchGetItemResponse response, int... ids) {
    assertThat(response.responses().get(Products.TABLE))
        .containsExactlyInAnyOrder(
            Arrays.stream(ids)
                .mapToObj(id -> Products.product(id, "lamp " + id))
                .toArray(Map[]::new));
    assertThat(response.unprocessedKeys()).isEmpty();
  }

  private long misses() {
    return cache.stats().get(Products.TABLE).misses();
  }

  /** Were all to begin at once, two could read a part each of what both ask for. */
  @ParameterizedTest
  @EnumSource
  void batches_whileOneIsUnderWay_shareItsRead(Kind kind) throws Exception {
    FaultInjector faults = slow("BatchGetItem");
    try (ClientUnderTest client =
        kind.open(local, faults, CacheUnderTest.decoration(cache, SPEC))) {
      List<Future<BatchGetItemResponse>> all = new ArrayList<>();
      all.add(threads.submit(() -> client.call(batch(1, 2, 9))));
      awaitMisses(3);
      for (int i = 1; i < CALLERS; i++) {
        all.add(threads.submit(() -> client.call(batch(1, 2, 9))));
      }
      double units = 0;
      for (Future<BatchGetItemResponse> one : all) {
        assertLamps(one.get(), 1, 2);
        units += units(one.get());
      }
      assertThat(faults.requestCount()).isEqualTo(1);
      assertThat(units).isEqualTo(2); // DynamoDB Local counts nothing for an item that is missing
    }
  }

  /** Each item is read once, by whoever comes first, and nobody waits for ever. */
  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void batchesAndGetsAtOnce_readEachItemOnce(Kind kind) throws Exception {
    FaultInjector faults = slow("BatchGetItem", "GetItem");
    CountDownLatch begun = new CountDownLatch(1);
    try (ClientUnderTest client =
        kind.open(local, faults, CacheUnderTest.decoration(cache, SPEC))) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        int nr = i;
        all.add(
            threads.submit(
                () -> {
                  begun.await();
                  read(client, nr);
                  return nr;
                }));
      }
      begun.countDown();
      for (Future<?> one : all) {
        one.get(2, TimeUnit.MINUTES);
      }
      assertThat(misses()).isEqualTo(3);
      assertThat(faults.requestCount()).isBetween(1L, 3L);
    }
  }

  private static void read(ClientUnderTest client, int nr) {
    int id = 1 + nr / 3 % 3;
    switch (nr % 3) {
      case 0 -> assertLamps(client.call(batch(1, 2, 3)), 1, 2, 3);
      case 1 -> assertLamps(client.call(batch(id, 1 + id % 3)), id, 1 + id % 3);
      default ->
          assertThat(client.call(Products.get(id).build()).item())
              .isEqualTo(Products.product(id, "lamp " + id));
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void batch_ofItemsThatOthersRead_asksForTheRest(Kind kind) throws Exception {
    FaultInjector faults = slow("GetItem");
    try (ClientUnderTest client =
        kind.open(local, faults, CacheUnderTest.decoration(cache, SPEC))) {
      Future<GetItemResponse> first = threads.submit(() -> client.call(Products.get(1).build()));
      awaitMisses(1);
      BatchGetItemResponse batch = client.call(batch(1, 2, 3));

      assertLamps(batch, 1, 2, 3);
      assertThat(units(batch)).isEqualTo(2);
      assertThat(first.get().item()).isEqualTo(Products.product(1, "lamp 1"));
      assertThat(faults.requestCount()).isEqualTo(2);
    }
  }

  private void awaitMisses(int misses) throws InterruptedException {
    while (!cache.stats().containsKey(Products.TABLE) || misses() < misses) {
      Thread.sleep(1);
    }
  }

  @Test
  void caller_thatCancels_cancelsNobodyElse() {
    FaultInjector faults = slow("BatchGetItem", "GetItem");
    try (DynamoDbAsyncClient plain = local.asyncClient(faults.asyncHttpClientBuilder());
        DynamoDbAsyncClient client = CacheUnderTest.decoration(cache, SPEC).around(plain)) {
      List<CompletableFuture<BatchGetItemResponse>> all =
          IntStream.range(0, 5).mapToObj(i -> client.batchGetItem(batch(1, 2))).toList();
      CompletableFuture<GetItemResponse> get = client.getItem(Products.get(1).build());
      all.get(0).cancel(true);
      all.get(3).cancel(true);

      for (int other : List.of(1, 2, 4)) {
        assertLamps(all.get(other).join(), 1, 2);
      }
      assertThat(get.join().item()).isEqualTo(Products.product(1, "lamp 1"));
      assertThat(misses()).isEqualTo(4); // of the batch that was cancelled, and of the next
    }
  }

  @Test
  void caller_whoseThreadIsInterrupted_interruptsNobodyElse() throws Exception {
    FaultInjector faults = slow("BatchGetItem", "GetItem");
    try (ClientUnderTest client =
        Kind.SYNC.open(local, faults, CacheUnderTest.decoration(cache, SPEC))) {
      Future<?> first = threads.submit(() -> client.call(batch(1, 2)));
      awaitMisses(2);
      Future<BatchGetItemResponse> second = threads.submit(() -> client.call(batch(2, 1)));
      Future<GetItemResponse> third = threads.submit(() -> client.call(Products.get(2).build()));
      first.cancel(true);

      assertLamps(second.get(), 1, 2);
      assertThat(third.get().item()).isEqualTo(Products.product(2, "lamp 2"));
    }
  }

  /** They may be somebody else's, who may not see what the client sees. */
  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void batches_withSettingsOfTheirOwn_shareNothing(Kind kind) throws Exception {
    FaultInjector faults = slow("BatchGetItem");
    BatchGetItemRequest other =
        batch(1, 2).toBuilder()
            .overrideConfiguration(c -> c.putHeader("x-tenant", "other"))
            .build();
    try (ClientUnderTest client =
        kind.open(local, faults, CacheUnderTest.decoration(cache, SPEC))) {
      Future<BatchGetItemResponse> first = threads.submit(() -> client.call(batch(1, 2)));
      awaitMisses(2);
      assertLamps(client.call(other), 1, 2);
      assertLamps(first.get(), 1, 2);
      assertThat(faults.requestCount()).isEqualTo(2);
      assertThat(cache.stats().get(Products.TABLE).shared()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusal_isThatOfItsCaller_andIsNotRemembered(Kind kind) {
    try (ClientUnderTest client =
        kind.open(local, request -> {}, CacheUnderTest.decoration(cache, SPEC))) {
      BatchGetItemRequest wrong =
          BatchGetItemRequest.builder()
              .requestItems(Map.of(Products.TABLE, keys(1), "none", keys(1)))
              .build();
      assertThatThrownBy(() -> client.call(wrong)).isInstanceOf(DynamoDbException.class);
      assertLamps(client.call(batch(1, 2)), 1, 2);
    }
  }
}
