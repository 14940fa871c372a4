package dev.evenkeel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.CachingDynamoDbAsyncClient;
import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CacheStats;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.caching.spec.InvalidationSource;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Two caches, as of two processes, on one tier: one of a sync client, one of an async one. */
@ExtendWith(LocalDynamoDbExtension.class)
class SharedTierTest {
  private static final String TABLE = "counters";
  private static final Duration TIME_TO_LIVE = Duration.ofMillis(400);
  private static final int THREADS = 4;
  private static final int IDS = 8;
  private static final int CALLS = 20;

  @TempDir private static Path folder;

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;
  private RedisServer server;
  private final List<Member> processes = new ArrayList<>();

  SharedTierTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    this.plain = plain;
  }

  /** When raises have ended, whichever process has sent them. */
  private static final class Raises {
    private final List<List<long[]>> ended = new ArrayList<>(); // of each counter: time, value

    Raises() {
      for (int id = 0; id < IDS; id++) {
        ended.add(new ArrayList<>());
      }
    }

    synchronized void ended(int id, long value) {
      ended.get(id).add(new long[] {System.nanoTime(), value});
    }

    /** The greatest value that was there a time to live ago. */
    synchronized long beforeTimeToLive(int id) {
      long now = System.nanoTime();
      return ended.get(id).stream()
          .filter(raise -> now - raise[0] >= TIME_TO_LIVE.toNanos())
          .mapToLong(raise -> raise[1])
          .max()
          .orElse(0);
    }
  }

  /** A cache with a tier of its own, and what its reads have to show at least. */
  private static final class Member implements AutoCloseable {
    final RedisTier tier;
    final ItemCache cache;
    final ClientUnderTest client;
    private final Raises raises;
    private final long[] ended = new long[IDS];

    Member(RedisServer server, LocalDynamoDb local, Kind kind, Raises raises) {
      this.raises = raises;
      tier = RedisTier.at(server.uri(), "test");
      cache = ItemCache.ofBytes(1 << 20, tier);
      client = kind.open(local, decoration());
    }

    private Decoration decoration() {
      CachingSpec spec =
          CachingSpec.builder(TABLE)
              .partitionKey("id", ScalarAttributeType.S)
              .timeToLive(TIME_TO_LIVE)
              .popular(1, Duration.ofMinutes(1))
              .pages()
              .build();
      return new Decoration() {
        @Override
        public DynamoDbClient around(DynamoDbClient plain) {
          return CachingDynamoDbClient.builder(plain).table(spec).cache(cache).build();
        }

        @Override
        public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
          return CachingDynamoDbAsyncClient.builder(plain).table(spec).cache(cache).build();
        }
      };
    }

    long raise(int id) {
      String value =
          client
              .call(
                  UpdateItemRequest.builder()
                      .tableName(TABLE)
                      .key(key(id))
                      .updateExpression("ADD n :one")
                      .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
                      .returnValues(ReturnValue.UPDATED_NEW)
                      .build())
              .attributes()
              .get("n")
              .n();
      long raised = Long.parseLong(value);
      synchronized (ended) {
        ended[id] = Math.max(ended[id], raised);
      }
      raises.ended(id, raised);
      return raised;
    }

    /** What a read that begins now has to show: all of its own, and what others wrote long ago. */
    long floor(int id) {
      long others = raises.beforeTimeToLive(id);
      synchronized (ended) {
        return Math.max(ended[id], others);
      }
    }

    void requireRead(int id) {
      long floor = floor(id);
      assertThat(read(id)).as("c%d", id).isGreaterThanOrEqualTo(floor);
    }

    long read(int id) {
      AttributeValue value =
          client
              .call(GetItemRequest.builder().tableName(TABLE).key(key(id)).build())
              .item()
              .get("n");
      return value == null ? 0 : Long.parseLong(value.n());
    }

    /** The same by a query, whose page is in no tier. */
    long readPage(int id) {
      AttributeValue value =
          client
              .call(
                  QueryRequest.builder()
                      .tableName(TABLE)
                      .keyConditionExpression("id = :id")
                      .expressionAttributeValues(Map.of(":id", key(id).get("id")))
                      .build())
              .items()
              .get(0)
              .get("n");
      return Long.parseLong(value.n());
    }

    CacheStats stats() {
      return cache.stats().get(TABLE);
    }

    @Override
    public void close() {
      client.close();
      tier.close();
    }
  }

  private static Map<String, AttributeValue> key(int id) {
    return Map.of("id", AttributeValue.fromS("c" + id));
  }

  @BeforeEach
  void begin() {
    server = RedisServer.start(folder);
    plain.createTable(
        TableFixture.named(TABLE).partitionKey("id", ScalarAttributeType.S).request());
    Raises raises = new Raises();
    processes.add(new Member(server, local, Kind.SYNC, raises));
    processes.add(new Member(server, local, Kind.ASYNC, raises));
  }

  @AfterEach
  void end() {
    processes.forEach(Member::close);
    plain.deleteTable(delete -> delete.tableName(TABLE));
    if (server != null) {
      server.close();
    }
  }

  /** Commands may be too late on a machine that is busy, so it is tried until none is. */
  @Test
  @Timeout(120)
  void item_thatOneHasRead_isReadByTheOtherFromTheTier() throws Exception {
    Member one = processes.get(0);
    Member two = processes.get(1);
    one.raise(1);
    while (two.stats().remote() == 0) {
      assertThat(one.read(1)).isEqualTo(1);
      Thread.sleep(20);
      assertThat(two.read(1)).isEqualTo(1);
    }
    CacheStats stats = two.stats();
    long answered = stats.hits() + stats.shared() + stats.remote();
    assertThat(stats.unitsSaved()).isEqualTo((answered - stats.misses()) / 2.0);
  }

  @Test
  void write_isSeenByAnotherProcessWithinTheTimeToLive() throws Exception {
    Member one = processes.get(0);
    Member two = processes.get(1);
    for (int i = 0; i < 5; i++) {
      one.read(2);
      two.read(2);
      long raised = one.raise(2);
      assertThat(one.read(2)).isEqualTo(raised);
      Thread.sleep(TIME_TO_LIVE.toMillis());
      assertThat(two.read(2)).isEqualTo(raised);
    }
  }

  /** Pages are in the memory of each process alone, and leave it with every write. */
  @Test
  void pages_besideTheTier_showEveryWrite() throws Exception {
    AtomicReference<InvalidationSource.Listener> listener = new AtomicReference<>();
    Member one = processes.get(0);
    Member two = processes.get(1);
    two.cache.listenTo(listener::set);
    for (int i = 0; i < 5; i++) {
      long raised = one.raise(3);
      assertThat(one.readPage(3)).isEqualTo(raised);
      assertThat(one.readPage(3)).isEqualTo(raised);
      assertThat(one.read(3)).isEqualTo(raised);
      Thread.sleep(TIME_TO_LIVE.toMillis());
      assertThat(two.readPage(3)).isEqualTo(raised);

      plain.updateItem(
          update ->
              update
                  .tableName(TABLE)
                  .key(key(3))
                  .updateExpression("ADD n :one")
                  .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
      listener.get().written(TABLE, key(3));
      assertThat(two.readPage(3)).isEqualTo(raised + 1);
      assertThat(two.readPage(3)).isEqualTo(raised + 1);
    }
    for (Member process : processes) {
      while (process.cache.pageStats().get(TABLE).hits() == 0) { // a slow machine outlasts pages
        process.readPage(3);
      }
      assertThat(process.cache.pageStats().get(TABLE).remote()).isZero();
    }
  }

  /** All that is called while the server is away or hangs ends before it is there again. */
  @Test
  @Timeout(120)
  void server_thatIsKilledHeldUpAndStartedAgain_makesNothingWrongAndNothingStuck()
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(3 * THREADS);
    AtomicBoolean isOver = new AtomicBoolean();
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 2 * THREADS; i++) {
      Member process = processes.get(i % 2);
      Random random = new Random(i);
      all.add(threads.submit(() -> load(process, random, isOver)));
    }
    for (int i = 0; i < 3; i++) {
      requireEnds(threads);
      server.kill();
      requireEnds(threads);
      server.start();
      requireEnds(threads);
      server.hold();
      requireEnds(threads);
      server.release();
    }
    isOver.set(true);
    for (Future<?> one : all) {
      one.get();
    }
    threads.shutdown();
    requireTierIsUsed();
  }

  /** Calls of each process, for a time to live at least, that all end. */
  private void requireEnds(ExecutorService threads) throws Exception {
    long begun = System.nanoTime();
    List<Future<?>> all = new ArrayList<>();
    for (Member process : processes) {
      Random random = new Random(begun);
      all.add(
          threads.submit(
              () -> {
                for (int i = 0;
                    i < CALLS || System.nanoTime() - begun < TIME_TO_LIVE.toNanos();
                    i++) {
                  call(process, random);
                }
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }
  }

  /** One process answers from the tier what the other one has read since now. */
  private void requireTierIsUsed() throws InterruptedException {
    for (int i = 0; i < 2; i++) {
      Member one = processes.get(i);
      Member other = processes.get(1 - i);
      long before = other.stats().remote();
      while (other.stats().remote() == before) {
        one.raise(7);
        one.requireRead(7);
        Thread.sleep(20);
        other.requireRead(7);
      }
    }
  }

  private static void load(Member process, Random random, AtomicBoolean isOver) {
    while (!isOver.get()) {
      call(process, random);
    }
  }

  private static void call(Member process, Random random) {
    int id = random.nextInt(6);
    if (random.nextInt(20) == 0) {
      process.raise(id);
    } else {
      process.requireRead(id);
    }
    if (random.nextInt(4) == 0) {
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
