package dev.evenkeel.examples;

import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * One table has all visits of all days, and only ever grows. Its items move to a table for each
 * day, while visits are stored and read. Then old days can be archived and dropped.
 */
public final class SplitMonolith {
  private static final Instant FIRST_DAY = Instant.parse("2026-11-20T00:00:00Z");
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
  private static final AttributeValue HOME = AttributeValue.fromS("/home");
  private static final int OLD_VISITS = 60;

  private final PrintStream out;
  private final LocalDynamoDb local;
  private final DynamoDbClient plain;
  private final MovingClock clock = new MovingClock(NOW);
  private final AtomicInteger visits = new AtomicInteger();
  private final NavigableSet<String> acknowledged = new ConcurrentSkipListSet<>();

  private SplitMonolith(PrintStream out, LocalDynamoDb local, DynamoDbClient plain) {
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
      new SplitMonolith(out, local, plain).split();
    }
  }

  // [docs:specs]
  private static ShardingSpec monolith(LayoutStore layouts) {
    return ShardingSpec.builder("visits")
        .partitionKey("page")
        .sortKey("at")
        .shards(1) // all items are as they are, until the layout record says otherwise
        .layoutFrom(layouts)
        .build();
  }

  private static final TableTemplate EACH_DAY =
      TableTemplate.of(
          CreateTableRequest.builder() // without a name
              .attributeDefinitions(
                  AttributeDefinition.builder().attributeName("page").attributeType("S").build(),
                  AttributeDefinition.builder().attributeName("at").attributeType("S").build())
              .keySchema(
                  KeySchemaElement.builder().attributeName("page").keyType("HASH").build(),
                  KeySchemaElement.builder().attributeName("at").keyType("RANGE").build())
              .provisionedThroughput(units -> units.readCapacityUnits(50L).writeCapacityUnits(50L))
              .build());

  private static TimeSeriesSpec days() {
    return TimeSeriesSpec.builder("visits_by_day")
        .time(ItemTime.iso("at").before("#"))
        .period(Period.DAY)
        .since(Instant.parse("2026-11-20T00:00:00Z")) // the first day that has items
        .lateness(Duration.ofDays(7)) // while items move: all days have tables that take them
        .template(EACH_DAY)
        .build();
  }

  // [docs]

  private void split() {
    Tables.create(plain, "visits", "page", "at");
    store(plain).createTable();
    for (int i = 0; i < OLD_VISITS; i++) {
      put(plain, FIRST_DAY.plus(Duration.ofHours(i)));
    }
    TableLifecycle lifecycle =
        TableLifecycle.builder(plain)
            .controlTable("visits_control")
            .table(days())
            .clock(clock)
            .build();
    lifecycle.createControlTable();
    lifecycle.run();
    out.println("before: " + tables());
    ExecutorService threads = Executors.newCachedThreadPool();
    try (DynamoDbClient sending = sending();
        LayoutStore store = store(plain)) {
      DynamoDbClient client = client(sending, store, clock);
      CountDownLatch stopped = new CountDownLatch(1);
      Future<Integer> wrong = threads.submit(() -> writeAndRead(client, stopped));
      try (LayoutStore layouts = store(plain)) {
        move(sending, layouts, clock);
      }
      stopped.countDown();
      out.println("after: " + tables());
      out.printf("reads that missed a visit on the way: %d%n", get(wrong));
      verify(TimeSeriesDynamoDbClient.builder(plain).table(days()).clock(clock).build());
    } finally {
      threads.shutdownNow();
    }
  }

  /** An undecorated client. */
  private DynamoDbClient sending() {
    return local
        .clientBuilder()
        .httpClientBuilder(Apache5HttpClient.builder())
        .overrideConfiguration(all -> all.addExecutionInterceptor(LayoutGuard.create()))
        .build();
  }

  // [docs:client]
  private static DynamoDbClient client(
      DynamoDbClient sending, LayoutStore layouts, InstantSource clock) {
    DynamoDbClient series =
        TimeSeriesDynamoDbClient.builder(sending).table(days()).clock(clock).build();
    return ShardingDynamoDbClient.builder(series).table(monolith(layouts)).build();
  }

  // [docs]

  // [docs:move]
  private static void move(DynamoDbClient sending, LayoutStore layouts, InstantSource clock) {
    DynamoDbClient series =
        TimeSeriesDynamoDbClient.builder(sending).table(days()).clock(clock).build();
    Resharder resharder = Resharder.of(monolith(layouts), series);
    resharder.startInto("visits_by_day", 1, MovePace.gentle());
    resharder.run();
    resharder.verify();
    resharder.finish();
  }

  // [docs]

  /**
   * A store with short times, for there is no network here that could delay a request for minutes.
   */
  private static LayoutStore store(DynamoDbClient control) {
    return LayoutStore.builder(control).times(Duration.ofSeconds(3), Duration.ofSeconds(1)).build();
  }

  private void put(DynamoDbClient client, Instant at) {
    String sortKey = "%s#%05d".formatted(at, visits.incrementAndGet());
    client.putItem(
        put ->
            put.tableName("visits")
                .item(Map.of("page", HOME, "at", AttributeValue.fromS(sortKey))));
    acknowledged.add(sortKey);
  }

  /** Stores visits of now and of two days ago, and counts the reads that miss one. */
  private int writeAndRead(DynamoDbClient client, CountDownLatch stopped)
      throws InterruptedException {
    int wrong = 0;
    while (!stopped.await(20, TimeUnit.MILLISECONDS)) {
      put(client, NOW);
      put(client, NOW.minus(Duration.ofDays(2)));
      List<String> promised = List.copyOf(acknowledged);
      wrong += found(client, "visits").equals(promised) ? 0 : 1;
    }
    return wrong;
  }

  private static List<String> found(DynamoDbClient client, String table) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName(table)
            .keyConditionExpression("page = :page")
            .expressionAttributeValues(Map.of(":page", HOME))
            .consistentRead(true)
            .build();
    return client.queryPaginator(query).items().stream()
        .map(item -> item.getOrDefault("at", HOME).s())
        .toList();
  }

  private static int get(Future<Integer> count) {
    try {
      return count.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    } catch (ExecutionException e) {
      throw new IllegalStateException("The service failed", e.getCause());
    }
  }

  /** How many items each table has. */
  private Map<String, Integer> tables() {
    Map<String, Integer> items = new TreeMap<>();
    plain.listTables().tableNames().stream()
        .filter(name -> name.startsWith("visits") && !name.endsWith("control"))
        .forEach(name -> items.put(name, plain.scan(scan -> scan.tableName(name)).count()));
    return items;
  }

  private void verify(DynamoDbClient series) {
    List<String> promised = List.copyOf(acknowledged);
    out.printf(
        "the time series alone has all %s visits, in order: %s%n",
        promised.size() > OLD_VISITS ? "old and new" : "old",
        found(series, "visits_by_day").equals(promised));
  }
}
