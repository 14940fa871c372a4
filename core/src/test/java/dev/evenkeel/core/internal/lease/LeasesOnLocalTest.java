package dev.evenkeel.core.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.lease.Lease.Acquisition.Busy;
import dev.evenkeel.core.internal.lease.Lease.Acquisition.Held;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Leases on a real engine, with real clients of both kinds, and with lost answers. */
class LeasesOnLocalTest {
  private static final String TABLE = "control";
  private static final Duration HOUR = Duration.ofHours(1);

  private static LocalDynamoDb local;
  private static DynamoDbClient plain;
  private static List<Named<ClientUnderTest>> clients;

  /** A client of one kind; not closeable, since JUnit would close it after its first test. */
  private interface ClientUnderTest {
    <T> T run(Flow<T> flow);

    void stop();
  }

  private static final class SyncUnderTest implements ClientUnderTest {
    private final DynamoDbClient client;

    SyncUnderTest(FaultInjector injector) {
      client = local.client(injector.httpClientBuilder());
    }

    @Override
    public <T> T run(Flow<T> flow) {
      return SyncRunner.create()
          .run(
              flow,
              request ->
                  request instanceof Pause
                      ? Done.DONE
                      : Sender.sync(client, Sender.nothingElse()).send(request),
              Deadline.NONE);
    }

    @Override
    public void stop() {
      client.close();
    }
  }

  private static final class AsyncUnderTest implements ClientUnderTest {
    private final DynamoDbAsyncClient client;

    AsyncUnderTest(FaultInjector injector) {
      client = local.asyncClient(injector.asyncHttpClientBuilder());
    }

    @Override
    public <T> T run(Flow<T> flow) {
      try {
        return AsyncRunner.create()
            .run(flow, this::answer, Deadline.NONE)
            .orTimeout(60, TimeUnit.SECONDS)
            .join();
      } catch (CompletionException e) {
        throw e.getCause() instanceof RuntimeException failure ? failure : e;
      }
    }

    private CompletableFuture<?> answer(Request<?> request) {
      return request instanceof Pause
          ? CompletableFuture.completedFuture(Done.DONE)
          : Sender.async(client, Sender.nothingElse()).send(request);
    }

    @Override
    public void stop() {
      client.close();
    }
  }

  @BeforeAll
  static void start() {
    local = LocalDynamoDb.start();
    plain = local.client();
    plain.createTable(
        CreateTableRequest.builder()
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .keySchema(KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
            .attributeDefinitions(
                AttributeDefinition.builder()
                    .attributeName("id")
                    .attributeType(ScalarAttributeType.S)
                    .build())
            .build());
    FaultPlan losing =
        FaultPlan.seeded(6)
            .rule(
                FaultRule.inject(Fault.connectionLost(Moment.AFTER_APPLY))
                    .into("UpdateItem")
                    .withProbability(0.5))
            .build();
    clients =
        List.of(
            Named.of("sync", new SyncUnderTest(FaultPlan.none().injector())),
            Named.of("sync, losing answers", new SyncUnderTest(losing.injector())),
            Named.of("async", new AsyncUnderTest(FaultPlan.none().injector())),
            Named.of("async, losing answers", new AsyncUnderTest(losing.injector())));
  }

  @AfterAll
  static void stop() {
    clients.forEach(client -> client.getPayload().stop());
    plain.close();
    local.close();
  }

  static Stream<Named<ClientUnderTest>> clients() {
    return clients.stream();
  }

  private static Lease.Key leaseKey(ClientUnderTest client, String name) {
    return new Lease.Key(
        TABLE, Map.of("id", AttributeValue.fromS(name + System.identityHashCode(client))));
  }

  private static Map<String, AttributeValue> item(Lease.Key leaseKey) {
    return plain
        .getItem(get -> get.tableName(TABLE).key(leaseKey.key()).consistentRead(true))
        .item();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void lease_wholeLife_eachStepIsSeen(ClientUnderTest client) {
    Lease.Key leaseKey = leaseKey(client, "life");

    Lease first = ((Held) client.run(Leases.tryAcquire(leaseKey, "a", HOUR))).lease();
    assertThat(client.run(Leases.tryAcquire(leaseKey, "b", HOUR)))
        .isEqualTo(new Busy("a", 1, first.version(), HOUR));
    Lease renewed = client.run(Leases.renew(first));
    assertThat(renewed.version()).isGreaterThan(first.version());
    Lease second = ((Held) client.run(Leases.acquire(leaseKey, "b", HOUR))).lease();
    assertThat(second.fence()).isEqualTo(2);
    assertThatThrownBy(() -> client.run(Leases.renew(renewed)))
        .isInstanceOf(LeaseLostException.class)
        .hasMessageContaining("'b' holds it");
    client.run(Leases.release(renewed));
    assertThat(client.run(Leases.renew(second)).fence()).isEqualTo(2);
    client.run(Leases.release(second));
    Lease third = ((Held) client.run(Leases.tryAcquire(leaseKey, "a", HOUR))).lease();
    assertThat(third.fence()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void lease_itemOfTheUsers_otherAttributesStay(ClientUnderTest client) {
    Lease.Key leaseKey = leaseKey(client, "mine");
    AttributeValue note = AttributeValue.fromS("kept");
    plain.putItem(
        PutItemRequest.builder()
            .tableName(TABLE)
            .item(Map.of("id", leaseKey.key().get("id"), "note", note))
            .build());

    Lease lease = ((Held) client.run(Leases.tryAcquire(leaseKey, "a", HOUR))).lease();
    client.run(Leases.release(client.run(Leases.renew(lease))));

    assertThat(item(leaseKey)).containsEntry("note", note).containsKey(Leases.ATTRIBUTE).hasSize(3);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void acquire_newerFormat_refusedAndLeftAlone(ClientUnderTest client) {
    Lease.Key leaseKey = leaseKey(client, "newer");
    Map<String, AttributeValue> newer =
        Map.of(
            "id",
            leaseKey.key().get("id"),
            Leases.ATTRIBUTE,
            AttributeValue.fromM(Map.of("format", AttributeValue.fromN("2"))));
    plain.putItem(put -> put.tableName(TABLE).item(newer));

    assertThatThrownBy(() -> client.run(Leases.acquire(leaseKey, "a", HOUR)))
        .isInstanceOf(LeaseFormatException.class);

    assertThat(item(leaseKey)).isEqualTo(newer);
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("clients")
  void tryAcquire_manyAtOnce_oneAtATimeAndEveryFenceOnce(ClientUnderTest client) throws Exception {
    Lease.Key leaseKey = leaseKey(client, "many");
    int actors = 4;
    int rounds = 6;
    ConcurrentLinkedQueue<String> holders = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<Long> fences = new ConcurrentLinkedQueue<>();
    ExecutorService threads = Executors.newFixedThreadPool(actors);
    List<Future<?>> ends = new ArrayList<>();
    for (int i = 0; i < actors; i++) {
      String owner = "owner" + i;
      ends.add(
          threads.submit(
              () -> {
                int held = 0;
                while (held < rounds) {
                  if (client.run(Leases.tryAcquire(leaseKey, owner, HOUR)) instanceof Held got) {
                    holders.add(owner);
                    assertThat(holders).containsExactly(owner);
                    fences.add(got.lease().fence());
                    held++;
                    holders.remove(owner);
                    client.run(Leases.release(got.lease()));
                  }
                }
              }));
    }
    threads.shutdown();
    for (Future<?> end : ends) {
      end.get(120, TimeUnit.SECONDS);
    }

    assertThat(fences).hasSize(actors * rounds).doesNotHaveDuplicates();
    assertThat(new ArrayList<>(fences)).isSorted();
  }
}
