package dev.evenkeel.benchmarks.layouts;

import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/**
 * How long a table takes to cure its own hot key: a load that needs five partitions comes upon one
 * key of a table that stands READY, and throttled writes are not repeated. The partitions are
 * simulated and take 1,000 write units a second each; a request stands for several. Time is the
 * machine's, since leases, looks and pauses are measured with it.
 */
final class HeatFigures {
  private static final Duration LEASE = Duration.ofSeconds(20);

  /** Nothing is late here: it would be waited for once, before the table is READY. */
  private static final Duration LATE = Duration.ofMillis(100);

  private static final int THREADS = 16;

  /** A write that is later than this is left out, so that no load is made up for. */
  private static final long LATE_MAX = TimeUnit.MILLISECONDS.toNanos(100);

  private static final Duration QUIET = Duration.ofSeconds(10);
  private static final Duration GIVE_UP = Duration.ofMinutes(3);

  private final LocalDynamoDb dynamoDb;
  private final int offered;
  private final int loadFactor;
  private final HeatPolicy policy;
  private final Duration lease;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicLong lastThrottle = new AtomicLong();
  private final Queue<Long> accepted = new ConcurrentLinkedQueue<>();
  private final Queue<Long> throttled = new ConcurrentLinkedQueue<>();
  private final List<Long> applied = Collections.synchronizedList(new ArrayList<>());
  private long start;

  private HeatFigures(LocalDynamoDb dynamoDb, Scale scale) {
    this.dynamoDb = dynamoDb;
    this.offered = scale.of(5_000, 1_500);
    this.loadFactor = scale.of(50, 50);
    this.lease = scale == Scale.FULL ? LEASE : Duration.ofSeconds(5);
    this.policy =
        scale == Scale.FULL
            ? HeatPolicy.apply()
            : HeatPolicy.apply().withCoolDown(Duration.ofSeconds(5));
  }

  static void measure(LocalDynamoDb dynamoDb, Scale scale, FigureReport report)
      throws InterruptedException {
    report.note("hot_key_seconds_to_cure ...");
    new HeatFigures(dynamoDb, scale).measure(report);
  }

  private void measure(FigureReport report) throws InterruptedException {
    ExecutorService writers = Executors.newFixedThreadPool(THREADS);
    SimulatedPartitions partitions =
        SimulatedPartitions.builder()
            .table(
                TableSpec.builder(LayoutFigures.TABLE)
                    .capacity(Capacity.onDemand().warmedFor(40_000, 40_000))
                    .build())
            .loadFactor(loadFactor)
            .build();
    try (DynamoDbClient plain = dynamoDb.client();
        LayoutStore store = LayoutStore.builder(plain).times(lease, LATE).build();
        DynamoDbClient sends =
            dynamoDb
                .clientBuilder()
                .overrideConfiguration(c -> c.addExecutionInterceptor(LayoutGuard.create()))
                .build()) {
      LayoutFigures.createTable(plain);
      store.createTable();
      ShardingSpec spec = LayoutFigures.spec().shards(1).layoutFrom(store).heat(policy).build();
      LayoutEditor.of(spec, plain).ready();
      DynamoDbClient client =
          ShardingDynamoDbClient.builder(partitions.wrap(sends))
              .table(spec)
              .listener(appliedListener())
              .build();
      start = System.nanoTime();
      for (int i = 0; i < THREADS; i++) {
        writers.execute(() -> write(client));
      }
      while (!isCured() && System.nanoTime() - start < GIVE_UP.toNanos()) {
        Thread.sleep(100);
      }
      stop.set(true);
      writers.shutdown();
      writers.awaitTermination(1, TimeUnit.MINUTES);
    } finally {
      stop.set(true);
      writers.shutdownNow();
    }
    report(report, System.nanoTime());
  }

  private DecoratorListener appliedListener() {
    return new DecoratorListener() {
      @Override
      public void hotKeyFound(HotKey found) {
        if (found.action() == HotKey.Action.APPLIED) {
          applied.add(System.nanoTime());
        }
      }
    };
  }

  private boolean isCured() {
    return !applied.isEmpty() && System.nanoTime() - lastThrottle.get() > QUIET.toNanos();
  }

  private void write(DynamoDbClient client) {
    double nanosApart = 1e9 * loadFactor / offered;
    while (!stop.get()) {
      int number = next.getAndIncrement();
      long due = start + (long) (number * nanosApart);
      try {
        TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
      } catch (InterruptedException e) {
        return;
      }
      if (System.nanoTime() - due < LATE_MAX) {
        put(client, number);
      }
    }
  }

  private void put(DynamoDbClient client, int number) {
    try {
      client.putItem(put -> put.tableName(LayoutFigures.TABLE).item(LayoutFigures.item(number)));
      accepted.add(System.nanoTime());
    } catch (ThrottlingException e) {
      long now = System.nanoTime();
      throttled.add(now);
      lastThrottle.accumulateAndGet(now, Math::max);
    }
  }

  private void report(FigureReport report, long end) {
    long first = Collections.min(throttled);
    long last = Collections.max(throttled);
    double before = perSecond(first, applied.get(0));
    double after = perSecond(Math.max(last, end - QUIET.toNanos()), end);
    report.put("hot_key_seconds_to_cure", (last - first) / 1e9);
    report.put("hot_key_changes", applied.size());
    report.put("accepted_before", before);
    report.put("accepted_after", after);
    report.put("accepted_gain", after / before);
  }

  private double perSecond(long from, long to) {
    long count = accepted.stream().filter(at -> at >= from && at < to).count();
    return count * loadFactor / ((to - from) / 1e9);
  }
}
