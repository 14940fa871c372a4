package dev.evenkeel.benchmarks.layouts;

import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Samples;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The time for which a change holds up the writers of a key: 50 clients, each registered on its
 * own, put an item every 50 ms while pieces are added. A client's pause is its longest put during a
 * change.
 */
final class PauseFigures {
  private static final Duration LEASE = Duration.ofSeconds(20);

  /** Nothing is late here: it would be waited for once, before the first change. */
  private static final Duration LATE = Duration.ofMillis(100);

  private final int clients;
  private final int changes;
  private final LocalDynamoDb dynamoDb;
  private final AtomicInteger next = new AtomicInteger();
  private final List<AtomicLong> longest = new ArrayList<>();
  private final AtomicBoolean stop = new AtomicBoolean();

  private PauseFigures(LocalDynamoDb dynamoDb, Scale scale) {
    this.dynamoDb = dynamoDb;
    this.clients = scale.of(50, 3);
    this.changes = scale.of(10, 1);
  }

  static void measure(LocalDynamoDb dynamoDb, Scale scale, FigureReport report)
      throws InterruptedException {
    report.note("pause_ms ...");
    new PauseFigures(dynamoDb, scale).measure(report);
  }

  private LayoutStore store(DynamoDbClient control) {
    return LayoutStore.builder(control).times(LEASE, LATE).build();
  }

  private void measure(FigureReport report) throws InterruptedException {
    ExecutorService writers = Executors.newFixedThreadPool(clients);
    try (DynamoDbClient plain = dynamoDb.client();
        LayoutStore own = store(plain)) {
      LayoutFigures.createTable(plain);
      own.createTable();
      List<LayoutStore> stores = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        LayoutStore store = store(plain);
        stores.add(store);
        AtomicLong pause = new AtomicLong();
        longest.add(pause);
        writers.execute(() -> write(store, pause));
      }
      LayoutEditor editor =
          LayoutEditor.of(LayoutFigures.spec().shards(1).layoutFrom(own).build(), plain);
      editor.ready();
      report.put("pause_clients", editor.clients().size());
      Samples pauses = Samples.of(changes(editor));
      report.put("pause_ms_p50", pauses.median());
      report.put("pause_ms_p99", pauses.p99());
      stop.set(true);
      writers.shutdown();
      writers.awaitTermination(1, TimeUnit.MINUTES);
      stores.forEach(LayoutStore::close);
    } finally {
      stop.set(true);
      writers.shutdownNow();
    }
  }

  private double[] changes(LayoutEditor editor) throws InterruptedException {
    List<Double> pauses = new ArrayList<>();
    for (int change = 0; change < changes; change++) {
      longest.forEach(pause -> pause.set(0));
      editor.addPiece(LayoutFigures.HOT, 2 + change % 4);
      Thread.sleep(1_000);
      longest.forEach(pause -> pauses.add(pause.get() / 1e6));
    }
    return pauses.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private void write(LayoutStore store, AtomicLong pause) {
    try (DynamoDbClient sends =
            dynamoDb
                .clientBuilder()
                .overrideConfiguration(c -> c.addExecutionInterceptor(LayoutGuard.create()))
                .build();
        DynamoDbClient client =
            ShardingDynamoDbClient.builder(sends)
                .table(LayoutFigures.spec().shards(1).layoutFrom(store).build())
                .build()) {
      while (!stop.get()) {
        long begin = System.nanoTime();
        client.putItem(
            put ->
                put.tableName(LayoutFigures.TABLE)
                    .item(LayoutFigures.item(next.incrementAndGet())));
        pause.accumulateAndGet(System.nanoTime() - begin, Math::max);
        Thread.sleep(50);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
