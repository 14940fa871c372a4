package dev.evenkeel.redis;

import static dev.evenkeel.redis.Member.TABLE;
import static dev.evenkeel.redis.Member.key;
import static dev.evenkeel.redis.Raises.TIME_TO_LIVE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.spec.CacheStats;
import dev.evenkeel.caching.spec.InvalidationSource;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.nio.file.Path;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Two caches, as of two processes, on one tier: one of a sync client, one of an async one. */
@ExtendWith(LocalDynamoDbExtension.class)
class SharedTierTest {
  private static final int THREADS = 4;
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
  @Tag("deep")
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
  @Tag("deep")
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
