package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import dev.evenkeel.testkit.gen.Rounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * Threads read and raise counters through one cache, one by one and by pages of two, and a foreign
 * client raises them beside it, while requests are delayed, lost and answered by stale replicas. No
 * read may show less than a raise through the cache that ended before the read began, nor less than
 * a foreign one that ended a time to live before.
 */
@Tag("rounds")
@ExtendWith(LocalDynamoDbExtension.class)
class HistoryTest {
  private static final Duration TIME_TO_LIVE = Duration.ofMillis(150);
  private static final int THREADS = 16;
  private static final int FOREIGN = 2;
  private static final int CALLS = 150;
  private static final int ITEMS = 4;
  private static final int PARTS = 20; // that a machine under load may need until a page is cached

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  HistoryTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    Replies.create(plain);
  }

  @ParameterizedTest
  @MethodSource("dev.evenkeel.testkit.equivalence.ClientUnderTest$Kind#inTurn")
  void reads_showWhatWasWrittenBefore(Kind kind) throws Exception {
    for (int round = 0; round < Rounds.of(1); round++) {
      long seed = new Random().nextLong();
      run(kind, seed);
    }
  }

  private void run(Kind kind, long seed) throws Exception {
    CachingSpec spec = Replies.spec().timeToLive(TIME_TO_LIVE).missing(TIME_TO_LIVE).build();
    ItemCache cache = ItemCache.ofBytes(1L << 20);
    FaultInjector faults =
        FaultPlan.seeded(seed)
            .rule(FaultRule.inject(Fault.delay(Duration.ofMillis(9))).withProbability(0.3))
            .rule(FaultRule.inject(Fault.connectionLost(Moment.AFTER_APPLY)).withProbability(0.03))
            .rule(FaultRule.inject(Fault.staleRead(2)).into("GetItem").withProbability(0.5))
            .rule(FaultRule.inject(Fault.staleRead(2)).into("Query").withProbability(0.5))
            .build()
            .injector();
    List<Counter> counters = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      counters.add(new Counter(100 + i / 2, i % 2));
    }
    AtomicInteger reads = new AtomicInteger();
    int parts = 0;
    try (ClientUnderTest client =
        kind.open(local, faults, CacheUnderTest.decoration(cache, spec))) {
      counters.forEach(counter -> counter.begin(plain));
      do {
        runPart(client, counters, seed + parts, reads);
        parts++;
      } while (!isUsed(cache) && parts < PARTS);
    }
    assertThat(isUsed(cache)).as("items and pages came from the cache").isTrue();
    assertThat(reads.get()).isGreaterThan(parts * THREADS * CALLS / 2);
  }

  private static boolean isUsed(ItemCache cache) {
    return cache.stats().get(Replies.TABLE).hits() > 0
        && cache.pageStats().get(Replies.TABLE).hits() > 0;
  }

  private void runPart(
      ClientUnderTest client, List<Counter> counters, long seed, AtomicInteger reads)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS + FOREIGN);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Random random = new Random(seed * 31 + i);
        all.add(
            threads.submit(
                () -> {
                  for (int call = 0; call < CALLS; call++) {
                    Counter counter = counters.get(random.nextInt(ITEMS));
                    if (random.nextInt(16) == 0) {
                      counter.raise(client, random);
                    } else if (random.nextInt(3) == 0) {
                      readPage(client, counters, counter.thread, seed, reads);
                    } else {
                      counter.read(client, seed, reads);
                    }
                  }
                }));
      }
      for (int i = 0; i < FOREIGN; i++) {
        Random random = new Random(seed * 37 + i);
        all.add(
            threads.submit(
                () -> {
                  for (int call = 0; call < CALLS / 4; call++) {
                    counters.get(random.nextInt(ITEMS)).raiseAbroad(plain);
                  }
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Reads the page of all counters of a thread. */
  private static void readPage(
      ClientUnderTest client, List<Counter> all, int thread, long seed, AtomicInteger reads) {
    List<Counter> counters = all.stream().filter(each -> each.thread == thread).toList();
    long now = System.nanoTime();
    List<Long> floors = counters.stream().map(each -> each.floorAt(now)).toList();
    try {
      QueryResponse page = client.call(Replies.query(thread).build());
      for (int i = 0; i < counters.size(); i++) {
        counters.get(i).requireAtLeast(floors.get(i), page.items().get(i), seed);
      }
      reads.incrementAndGet();
    } catch (SdkException lost) {
      // nothing was read
    }
  }

  /** An item that is only ever raised, so that of two values the greater one is the later. */
  private static final class Counter {
    private final int thread;
    private final int nr;
    private final List<long[]> abroad = new ArrayList<>(); // when a foreign raise ended, its value
    private long seenAtLeast; // what a raise through the cache has ended with

    Counter(int thread, int nr) {
      this.thread = thread;
      this.nr = nr;
    }

    void begin(DynamoDbClient plain) {
      seenAtLeast = raised(plain.updateItem(raising(ReturnValue.ALL_NEW)));
    }

    void raise(ClientUnderTest client, Random random) {
      ReturnValue shown = random.nextBoolean() ? ReturnValue.ALL_NEW : ReturnValue.UPDATED_NEW;
      try {
        ended(raised(client.call(raising(shown))));
      } catch (SdkException lost) {
        // it may have been raised, and nobody was told
      }
    }

    private synchronized void ended(long value) {
      seenAtLeast = Math.max(seenAtLeast, value);
    }

    void raiseAbroad(DynamoDbClient plain) {
      long value = raised(plain.updateItem(raising(ReturnValue.UPDATED_NEW)));
      synchronized (this) {
        abroad.add(new long[] {System.nanoTime(), value});
      }
    }

    private synchronized long floorAt(long now) {
      long floor = seenAtLeast;
      for (long[] raise : abroad) {
        if (now - raise[0] >= TIME_TO_LIVE.toNanos()) {
          floor = Math.max(floor, raise[1]);
        }
      }
      return floor;
    }

    void read(ClientUnderTest client, long seed, AtomicInteger reads) {
      long floor = floorAt(System.nanoTime());
      try {
        GetItemResponse read = client.call(get());
        requireAtLeast(floor, read.item(), seed);
        reads.incrementAndGet();
      } catch (SdkException lost) {
        // nothing was read
      }
    }

    private GetItemRequest get() {
      return GetItemRequest.builder().tableName(Replies.TABLE).key(Replies.key(thread, nr)).build();
    }

    void requireAtLeast(long floor, Map<String, AttributeValue> item, long seed) {
      assertThat(Long.parseLong(item.get("n").n()))
          .as("item %d/%d with seed %d", thread, nr, seed)
          .isGreaterThanOrEqualTo(floor);
    }

    private UpdateItemRequest raising(ReturnValue shown) {
      return UpdateItemRequest.builder()
          .tableName(Replies.TABLE)
          .key(Replies.key(thread, nr))
          .updateExpression("ADD n :one")
          .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
          .returnValues(shown)
          .build();
    }

    private static long raised(UpdateItemResponse response) {
      return Long.parseLong(response.attributes().get("n").n());
    }
  }
}
