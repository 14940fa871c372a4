package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Threads that read and raise counters through a cache, one by one, in batches and by pages, until
 * they are closed. A counter is only ever raised, so of two values the greater one is the later.
 */
final class RaisedClicks implements AutoCloseable {
  static final String TABLE = "clicks";
  private static final int THREADS = 4;
  private static final long PAUSE_NANOS = 2_000_000; // the machine has other tests
  private static final int HITS = 10;
  private static final int RAISES = 10;

  private final ClientUnderTest client;
  private final ItemCache cache;
  private final List<Counter> counters = new CopyOnWriteArrayList<>();
  private final AtomicLong raises = new AtomicLong();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final List<CompletableFuture<?>> work = new ArrayList<>();
  private volatile boolean isOver;

  RaisedClicks(ClientUnderTest client, ItemCache cache) {
    this.client = client;
    this.cache = cache;
  }

  private record Counter(String page, String at, AtomicLong atLeast) {
    Map<String, AttributeValue> key() {
      return Map.of("page", AttributeValue.fromS(page), "at", AttributeValue.fromS(at));
    }
  }

  /** Stores a counter. */
  void add(String page, String at) {
    Counter counter = new Counter(page, at, new AtomicLong());
    while (counter.atLeast().get() == 0) {
      tried(() -> raise(counter));
    }
    counters.add(counter);
  }

  /** A machine under load may need too long for a layout. What is lost then is promised nobody. */
  private static void tried(Runnable call) {
    try {
      call.run();
    } catch (ApiCallTimeoutException | LayoutUnknownException tooLate) {
      // it is tried again
    }
  }

  void begin() {
    for (int i = 0; i < THREADS; i++) {
      Random random = new Random(i);
      work.add(
          CompletableFuture.runAsync(
              () -> {
                while (!isOver) {
                  Counter counter = counters.get(random.nextInt(counters.size()));
                  int kind = random.nextInt(12);
                  tried(() -> call(counter, kind));
                  LockSupport.parkNanos(PAUSE_NANOS);
                }
              },
              threads));
    }
  }

  private void call(Counter counter, int kind) {
    switch (kind) {
      case 0 -> raise(counter);
      case 1, 2 -> readBatch();
      case 3, 4, 5 -> readPage(counter.page());
      default -> read(counter);
    }
  }

  private void raise(Counter counter) {
    UpdateItemRequest raise =
        UpdateItemRequest.builder()
            .tableName(TABLE)
            .key(counter.key())
            .updateExpression("ADD n :one")
            .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
            .returnValues("UPDATED_NEW")
            .build();
    long raised = number(client.call(raise).attributes());
    counter.atLeast().accumulateAndGet(raised, Math::max);
    raises.incrementAndGet();
  }

  private void read(Counter counter) {
    Map<Counter, Long> floors = floors(List.of(counter));
    GetItemRequest get = GetItemRequest.builder().tableName(TABLE).key(counter.key()).build();
    require(floors, List.of(client.call(get).item()));
  }

  private void readBatch() {
    Map<Counter, Long> floors = floors(counters);
    KeysAndAttributes keys =
        KeysAndAttributes.builder()
            .keys(floors.keySet().stream().map(Counter::key).toList())
            .build();
    require(
        floors,
        client
            .call(BatchGetItemRequest.builder().requestItems(Map.of(TABLE, keys)).build())
            .responses()
            .get(TABLE));
  }

  private void readPage(String page) {
    Map<Counter, Long> floors =
        floors(counters.stream().filter(counter -> counter.page().equals(page)).toList());
    QueryRequest query =
        QueryRequest.builder()
            .tableName(TABLE)
            .keyConditionExpression("page = :page")
            .expressionAttributeValues(Map.of(":page", AttributeValue.fromS(page)))
            .build();
    require(floors, client.call(query).items());
  }

  /** What a read that begins now has to show. */
  private static Map<Counter, Long> floors(List<Counter> read) {
    Map<Counter, Long> floors = new HashMap<>();
    read.forEach(counter -> floors.put(counter, counter.atLeast().get()));
    return floors;
  }

  private static void require(Map<Counter, Long> floors, List<Map<String, AttributeValue>> items) {
    Map<Map<String, AttributeValue>, Long> shown = new HashMap<>();
    items.forEach(
        item -> shown.put(Map.of("page", item.get("page"), "at", item.get("at")), number(item)));
    floors.forEach(
        (counter, floor) ->
            assertThat(shown.get(counter.key()))
                .as("%s %s", counter.page(), counter.at())
                .isNotNull()
                .isGreaterThanOrEqualTo(floor));
  }

  private static long number(Map<String, AttributeValue> item) {
    return Long.parseLong(item.get("n").n());
  }

  private long hits() {
    return cache.stats().get(TABLE).hits();
  }

  private long pageHits() {
    return cache.pageStats().get(TABLE).hits();
  }

  /** Waits until more items and pages have come from memory, between raises. */
  void awaitUse() throws InterruptedException {
    long hits = hits() + HITS;
    long pageHits = pageHits() + HITS;
    long raised = raises.get() + RAISES;
    while (hits() < hits || pageHits() < pageHits || raises.get() < raised) {
      work.stream()
          .filter(CompletableFuture::isDone)
          .forEach(CompletableFuture::join); // a failure of it is the test's
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  /** Ends the threads, and fails if one of them has. */
  @Override
  public void close() {
    isOver = true;
    threads.shutdown();
    work.forEach(CompletableFuture::join);
  }
}
