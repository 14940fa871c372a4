package dev.evenkeel.chunking.crash;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.OrphanSweeper;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.fault.FaultPlan;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Eight writers and eight readers of one item, and a sweep beside them that never rests, with a
 * grace so short that it gives writes up. Writes put and update, values are small, chunked and in
 * S3.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RaceTest {
  private static final int CROWD = 8;

  /** Short enough for sweeps to give writes up, long enough for most. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private static final Map<String, AttributeValue> KEY = Map.of("id", AttributeValue.fromS("it"));

  private CrashFixtures fixtures;
  private ClientsUnderTest clients;
  private ChunkingSpec spec;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixtures = new CrashFixtures(local, s3);
    spec = fixtures.spec().toBuilder().grace(GRACE).build();
    clients = new ClientsUnderTest(fixtures, spec, FaultPlan.none());
  }

  @AfterAll
  void close() {
    clients.close();
    fixtures.close();
  }

  List<Named<ClientUnderTest>> clients() {
    return clients.both();
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("clients")
  void oneItem_manyWritersAndReaders_isWrittenByOneAfterTheOther(ClientUnderTest client)
      throws Exception {
    race(client, Duration.ofSeconds(1));
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("clients")
  void oneItem_manyWritersAndReadersForLong_isWrittenByOneAfterTheOther(ClientUnderTest client)
      throws Exception {
    race(client, Duration.ofSeconds(15));
  }

  private void race(ClientUnderTest client, Duration howLong) throws Exception {
    try (CrashFixture fixture = fixtures.fresh()) {
      Register register = new Register();
      write(client, register, "first", 0);
      long end = System.nanoTime() + howLong.toNanos();
      List<Callable<Void>> all = new ArrayList<>();
      for (int i = 0; i < CROWD; i++) {
        String writer = "writer" + i;
        AtomicInteger number = new AtomicInteger();
        all.add(until(end, () -> write(client, register, writer, number.getAndIncrement())));
        all.add(until(end, () -> read(client, register)));
      }
      all.add(until(end, () -> sweeper(InstantSource.system()).sweep()));
      runTogether(all);

      assertThat(register.wrong()).isEmpty();
      assertThat(register.writes()).isGreaterThan(CROWD);
      sweepAtLast();
      assertThat(Outside.of(fixture, spec)).isEqualTo(new Outside(Set.of(), Set.of()));
      assertThat(fixture.stored(CrashFixture.INTENTS)).isEmpty();
      read(client, register);
      assertThat(register.wrong()).isEmpty();
    }
  }

  /** At least once. */
  private static Callable<Void> until(long end, Runnable step) {
    return () -> {
      do {
        step.run();
      } while (System.nanoTime() - end < 0);
      return null;
    };
  }

  private static void runTogether(List<Callable<Void>> all) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(all.size());
    try {
      for (Future<Void> each : threads.invokeAll(all)) {
        Object unused = each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private OrphanSweeper sweeper(InstantSource clock) {
    return OrphanSweeper.builder(fixtures.dynamoDb)
        .s3(fixtures.s3)
        .table(spec)
        .dryRun(false)
        .clock(clock)
        .build();
  }

  /** Sweeps twice: an intent that the first sweep gave up may be due only in the second. */
  private void sweepAtLast() {
    for (int days = 1; days <= 2; days++) {
      Duration ahead = Duration.ofDays(days);
      assertThat(sweeper(() -> InstantSource.system().instant().plus(ahead)).sweep().failure())
          .isNull();
    }
  }

  /** Writes until it is not given up by the sweep. */
  private static void write(ClientUnderTest client, Register register, String writer, int number) {
    String value = writer + "#" + number;
    while (true) {
      long start = register.begin();
      try {
        Object unused = client.call(request(value, number));
        register.wrote(value, start);
        return;
      } catch (ChunkingException given) {
        assertThat(given.reason()).isEqualTo(ChunkingException.Reason.WRITE_ABANDONED);
        // nothing was written: again, as its message says
      }
    }
  }

  private static DynamoDbRequest request(String value, int number) {
    Map<String, AttributeValue> item = StampedItems.item(value, number);
    if (number % 3 != 2) {
      return PutItemRequest.builder()
          .tableName(CrashFixture.DOCS)
          .item(Values.with(KEY, item))
          .build();
    }
    return UpdateItemRequest.builder()
        .tableName(CrashFixture.DOCS)
        .key(KEY)
        .updateExpression("SET stamp = :stamp, body = :body, image = :image")
        .expressionAttributeValues(
            Map.of(
                ":stamp", requireNonNull(item.get("stamp")),
                ":body", requireNonNull(item.get("body")),
                ":image", requireNonNull(item.get("image"))))
        .build();
  }

  private static void read(ClientUnderTest client, Register register) {
    long start = register.begin();
    GetItemResponse response =
        client.call(
            GetItemRequest.builder()
                .tableName(CrashFixture.DOCS)
                .key(KEY)
                .consistentRead(true)
                .build());
    register.read(StampedItems.value(response.item()), start);
  }
}
