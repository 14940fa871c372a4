package dev.evenkeel.examples;

import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * A table in production that is not sharded, with a page that all clicks go to. Its clients are
 * replaced one after the other while they write and read, and then the page gets shards, also while
 * they do. Nothing moves, nothing is lost, and no read goes wrong: each must find all clicks that
 * were acknowledged before it began, in order.
 */
public final class AdoptLiveTable {
  private static final String TABLE = "clicks";
  private static final AttributeValue HOME = AttributeValue.fromS("/home");
  private static final int INSTANCES = 3;
  private static final int CLICKS = 60;

  private final PrintStream out;
  private final LocalDynamoDb local;
  private final DynamoDbClient plain;
  private final AtomicInteger clock = new AtomicInteger();
  private final NavigableSet<String> acknowledged = new ConcurrentSkipListSet<>();
  private final Semaphore stored = new Semaphore(0);
  private final AtomicInteger queries = new AtomicInteger();
  private final AtomicInteger gets = new AtomicInteger();
  private final AtomicInteger wrongReads = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private AdoptLiveTable(PrintStream out, LocalDynamoDb local, DynamoDbClient plain) {
    this.out = out;
    this.local = local;
    this.plain = plain;
  }

  public static void main(String[] arguments) {
    run(System.out);
  }

  static void run(PrintStream out) {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient plain = local.client()) {
      AdoptLiveTable example = new AdoptLiveTable(out, local, plain);
      try {
        example.adopt();
      } finally {
        example.threads.shutdownNow();
      }
    }
  }

  private void adopt() {
    Tables.create(plain, TABLE, "page", "at");
    LayoutStore store = store();
    store.createTable();
    List<Instance> instances = new ArrayList<>();
    for (int i = 0; i < INSTANCES; i++) {
      instances.add(new Instance(plain, () -> {}));
    }
    awaitClicks();
    out.println("plain clients write: " + places());
    for (int i = 0; i < INSTANCES; i++) {
      instances.set(i, replaced(instances.get(i)));
      awaitClicks();
    }
    out.println("all are replaced, and nothing differs: " + places());
    try (store) {
      LayoutEditor editor = LayoutEditor.of(spec(store), plain);
      int shards = editor.addPiece(HOME, 4).last().shards();
      awaitClicks();
      out.printf("a piece of %d shards is added: %s%n", shards, places());
    }
    instances.subList(1, INSTANCES).forEach(Instance::stop);
    verify(instances.get(0).client);
    instances.get(0).stop();
    out.printf(
        "reads meanwhile: %d queries and %d gets, of which went wrong: %d%n",
        queries.get(), gets.get(), wrongReads.get());
  }

  /** An instance of the service ends, and one of the next release takes its place. */
  private Instance replaced(Instance old) {
    old.stop();
    DynamoDbClient guarded =
        guarded(local.clientBuilder().httpClientBuilder(Apache5HttpClient.builder()));
    LayoutStore store = store();
    return new Instance(
        ShardingDynamoDbClient.builder(guarded).table(spec(store)).build(),
        () -> {
          store.close();
          guarded.close();
        });
  }

  /**
   * A store with short times, for there is no network here that could delay a request for minutes.
   */
  private LayoutStore store() {
    return LayoutStore.builder(plain).times(Duration.ofSeconds(3), Duration.ofSeconds(1)).build();
  }

  // [docs:spec]
  static ShardingSpec spec(LayoutStore layouts) {
    return ShardingSpec.builder("clicks")
        .partitionKey("page")
        .sortKey("at")
        .shards(1) // all keys are as they are, until the layout record says otherwise
        .layoutFrom(layouts)
        .build();
  }

  static DynamoDbClient guarded(DynamoDbClientBuilder sending) {
    return sending
        .overrideConfiguration(all -> all.addExecutionInterceptor(LayoutGuard.create()))
        .build();
  }

  // [docs]

  /** An instance of the service: it stores one click after the other, and reads all the time. */
  private final class Instance {
    private final DynamoDbClient client;
    private final Runnable ending;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Future<Integer> writing;
    private final Future<Integer> reading;

    Instance(DynamoDbClient client, Runnable ending) {
      this.client = client;
      this.ending = ending;
      this.writing = threads.submit(this::write);
      this.reading = threads.submit(this::read);
    }

    /** Stores clicks until it is stopped, and returns their number. */
    private int write() throws InterruptedException {
      int count = 0;
      while (!stopped.await(5, TimeUnit.MILLISECONDS)) {
        String at = "2026-11-23T%06d".formatted(clock.incrementAndGet());
        client.putItem(put -> put.tableName(TABLE).item(key(at)));
        acknowledged.add(at);
        stored.release();
        count++;
      }
      return count;
    }

    /** Reads what was acknowledged until it is stopped, and returns how often. */
    private int read() throws InterruptedException {
      int count = 0;
      while (!stopped.await(20, TimeUnit.MILLISECONDS)) {
        List<String> promised = List.copyOf(acknowledged);
        check(queries, isWhole(found(client), promised));
        if (!promised.isEmpty()) {
          check(gets, isThere(client, promised.get(promised.size() - 1)));
          check(gets, isThere(client, promised.get(count % promised.size())));
        }
        count++;
      }
      return count;
    }

    void stop() {
      stopped.countDown();
      try {
        writing.get();
        reading.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException e) {
        throw new IllegalStateException("An instance failed", e.getCause());
      } finally {
        ending.run();
      }
    }
  }

  private static Map<String, AttributeValue> key(String at) {
    return Map.of("page", HOME, "at", AttributeValue.fromS(at));
  }

  private void awaitClicks() {
    stored.drainPermits();
    try {
      if (!stored.tryAcquire(CLICKS, 1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("Instances store no clicks any more");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The number of clicks under each stored partition key. */
  private Map<String, Long> places() {
    return plain.scanPaginator(scan -> scan.tableName(TABLE)).items().stream()
        .map(item -> item.getOrDefault("page", HOME).s())
        .collect(Collectors.groupingBy(page -> page, TreeMap::new, Collectors.counting()));
  }

  private void check(AtomicInteger reads, boolean right) {
    reads.incrementAndGet();
    if (!right) {
      wrongReads.incrementAndGet();
    }
  }

  /** Whether a query has found all that it had to, each once and in order. */
  private static boolean isWhole(List<String> found, List<String> promised) {
    boolean isInOrder = found.equals(List.copyOf(new TreeSet<>(found)));
    return isInOrder && Set.copyOf(found).containsAll(promised);
  }

  private static List<String> found(DynamoDbClient client) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName(TABLE)
            .keyConditionExpression("page = :page")
            .expressionAttributeValues(Map.of(":page", HOME))
            .consistentRead(true)
            .build();
    return client.queryPaginator(query).items().stream()
        .map(item -> item.getOrDefault("at", HOME).s())
        .toList();
  }

  private void verify(DynamoDbClient client) {
    List<String> promised = List.copyOf(acknowledged);
    List<String> found = found(client);
    Set<String> missing = new TreeSet<>(promised);
    missing.removeAll(Set.copyOf(found));
    out.printf(
        "acknowledged clicks that a query misses: %d, that a get misses: %d; in order: %s%n",
        missing.size(),
        promised.stream().filter(at -> !isThere(client, at)).count(),
        found.equals(found.stream().sorted().toList()));
  }

  private static boolean isThere(DynamoDbClient client, String at) {
    return client.getItem(get -> get.tableName(TABLE).key(key(at)).consistentRead(true)).hasItem();
  }
}
