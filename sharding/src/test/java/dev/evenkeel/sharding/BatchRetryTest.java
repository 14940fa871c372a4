package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.BatchSpecs.items;
import static dev.evenkeel.sharding.BatchSpecs.key;
import static dev.evenkeel.sharding.BatchSpecs.keys;
import static dev.evenkeel.sharding.BatchSpecs.stored;
import static dev.evenkeel.sharding.BatchSpecs.with;
import static dev.evenkeel.sharding.Batches.get;
import static dev.evenkeel.sharding.Batches.getAll;
import static dev.evenkeel.sharding.Batches.write;
import static dev.evenkeel.sharding.Batches.writeAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import dev.evenkeel.testkit.fault.ThrottleLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A caller that repeats what is unprocessed, as AWS advises, loses nothing and doubles nothing. */
@ExtendWith(LocalDynamoDbExtension.class)
class BatchRetryTest {
  private static final long SEED = Long.getLong("evenkeel.seed", 20261122);
  private static final Fault THROTTLED = Fault.throttled(ThrottleLimit.PROVISIONED);

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  BatchRetryTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeAll
  static void createTables(DynamoDbClient plain) {
    BatchSpecs.create(plain);
  }

  private static FaultInjector faults(FaultRule... rules) {
    FaultPlan.Builder plan = FaultPlan.seeded(SEED);
    Stream.of(rules).forEach(plan::rule);
    return plan.build().injector();
  }

  private void fill(String pk, int count) {
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, BatchSpecs.ALL)) {
      for (String table : List.of("calculated", "drawn", "beside", "ruled", "plain")) {
        for (Map<String, AttributeValue> item : items(keys(pk, count))) {
          writeAll(client, Map.of(table, List.of(Batches.put(item))));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void getAll_partlyUnprocessedAndThrottled_findsEachItemOnce(Kind kind) {
    String pk = "hotget" + kind;
    fill(pk, 8);
    FaultInjector faults =
        faults(
            FaultRule.inject(Fault.unprocessed(0.3)).withProbability(0.4),
            FaultRule.inject(THROTTLED).withProbability(0.2));
    KeysAndAttributes asked =
        Batches.keys(keys(pk, 16)).toBuilder().projectionExpression("id, v").build();
    Map<String, KeysAndAttributes> all = new HashMap<>();
    List.of("calculated", "drawn", "beside", "ruled", "plain").forEach(t -> all.put(t, asked));
    Map<String, List<Map<String, AttributeValue>>> found = new HashMap<>();
    try (ClientUnderTest client = ShardedClients.open(kind, local, faults, BatchSpecs.ALL)) {
      int rounds = getAll(client, all, found);
      assertThat(rounds).as("%s", faults.plan()).isGreaterThan(1);
    }
    for (String table : all.keySet()) {
      assertThat(found.get(table))
          .as("%s: %s", table, faults.plan())
          .extracting(item -> item.get("id").s())
          .containsExactlyInAnyOrder("id0", "id1", "id2", "id3", "id4", "id5", "id6", "id7");
      assertThat(found.get(table)).allMatch(item -> item.size() == 2);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchGet_unprocessed_comesBackAsTheCallerWroteIt(Kind kind) {
    String pk = "hotlogical" + kind;
    fill(pk, 6);
    FaultInjector faults = faults(FaultRule.inject(Fault.unprocessed(0.5)));
    KeysAndAttributes asked =
        KeysAndAttributes.builder()
            .keys(
                List.of(
                    with(key(pk, "0"), "id", "id0"),
                    key(pk, "1.00"),
                    key(pk, "2E0"),
                    key(pk, "3"),
                    key(pk, "4"),
                    key(pk, "5")))
            .projectionExpression("#v")
            .expressionAttributeNames(Map.of("#v", "v"))
            .consistentRead(true)
            .build();
    try (ClientUnderTest client = ShardedClients.open(kind, local, faults, BatchSpecs.ALL)) {
      BatchGetItemResponse answer = client.call(get(Map.of("beside", asked)));
      KeysAndAttributes left = answer.unprocessedKeys().get("beside");

      assertThat(left.keys()).isNotEmpty().isSubsetOf(asked.keys()).doesNotHaveDuplicates();
      assertThat(left.toBuilder().keys(asked.keys()).build()).isEqualTo(asked);
      assertThat(answer.responses().get("beside"))
          .as("an item of an unprocessed key is held back")
          .hasSize(6 - left.keys().size())
          .allMatch(item -> item.keySet().equals(Set.of("v")));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void writeAll_partlyUnprocessedAndThrottled_appliesEachWriteOnce(Kind kind) {
    String pk = "hotwrite" + kind;
    fill(pk, 5);
    FaultInjector faults =
        faults(
            FaultRule.inject(Fault.unprocessed(0.3)).withProbability(0.4),
            FaultRule.inject(THROTTLED).withProbability(0.2));
    Map<String, List<WriteRequest>> writes = new HashMap<>();
    for (String table : List.of("calculated", "drawn", "beside", "ruled", "plain")) {
      List<WriteRequest> ofTable = new ArrayList<>();
      keys(pk, 3).forEach(key -> ofTable.add(Batches.delete(key)));
      items(keys(pk, 7)).subList(5, 7).forEach(item -> ofTable.add(Batches.put(item)));
      writes.put(table, ofTable);
    }
    try (ClientUnderTest client = ShardedClients.open(kind, local, faults, BatchSpecs.ALL)) {
      int rounds = writeAll(client, writes);
      assertThat(rounds).as("%s", faults.plan()).isGreaterThan(1);
    }
    Stream.concat(Stream.of(BatchSpecs.ALL), Stream.of(BatchSpecs.PLAIN))
        .forEach(
            spec ->
                assertThat(stored(plain, spec))
                    .as("%s: %s", spec, faults.plan())
                    .filteredOn(item -> item.get("pk").s().startsWith(pk))
                    .extracting(item -> item.get("sk").n())
                    .containsExactlyInAnyOrder("3", "4", "5", "6"));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchWrite_laterSubRequestThrottled_reportsItsDeletes(Kind kind) {
    String pk = "later" + kind;
    fill(pk, 4);
    FaultInjector faults = faults(FaultRule.inject(THROTTLED).nth(2));
    List<WriteRequest> deletes = keys(pk, 4).stream().map(Batches::delete).toList();
    try (ClientUnderTest client = ShardedClients.open(kind, local, faults, BatchSpecs.ALL)) {
      Map<String, List<WriteRequest>> left =
          client.call(write(Map.of("drawn", deletes))).unprocessedItems();
      assertThat(left.get("drawn")).isNotEmpty().isSubsetOf(deletes).hasSizeLessThan(4);

      writeAll(client, left);
    }
    assertThat(stored(plain, BatchSpecs.DRAWN, pk)).isZero();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batch_everythingThrottled_failsAsDynamoDbDoes(Kind kind) {
    FaultInjector faults = faults(FaultRule.inject(THROTTLED));
    try (ClientUnderTest client = ShardedClients.open(kind, local, faults, BatchSpecs.ALL)) {
      assertThatThrownBy(() -> client.call(get(Map.of("drawn", Batches.keys(keys("t", 9))))))
          .isInstanceOf(ProvisionedThroughputExceededException.class);
      List<WriteRequest> deletes = keys("t", 9).stream().map(Batches::delete).toList();
      assertThatThrownBy(() -> client.call(write(Map.of("drawn", deletes))))
          .isInstanceOf(ProvisionedThroughputExceededException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batch_oneSubRequestLost_failsWithTheSdksException(Kind kind) {
    FaultRule lost = FaultRule.inject(Fault.timeout(Moment.BEFORE_APPLY)).nth(2);
    try (ClientUnderTest client = ShardedClients.open(kind, local, faults(lost), BatchSpecs.ALL)) {
      assertThatThrownBy(() -> client.call(get(Map.of("drawn", Batches.keys(keys("t", 9))))))
          .isInstanceOf(SdkClientException.class);
    }
    String pk = "lost" + kind;
    fill(pk, 4);
    List<WriteRequest> deletes = keys(pk, 4).stream().map(Batches::delete).toList();
    try (ClientUnderTest client = ShardedClients.open(kind, local, faults(lost), BatchSpecs.ALL)) {
      assertThatThrownBy(() -> client.call(write(Map.of("drawn", deletes))))
          .isInstanceOf(SdkClientException.class);
      writeAll(client, Map.of("drawn", deletes));
    }
    assertThat(stored(plain, BatchSpecs.DRAWN, pk)).isZero();
  }
}
