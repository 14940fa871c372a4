package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.BatchSpecs.items;
import static dev.evenkeel.sharding.BatchSpecs.key;
import static dev.evenkeel.sharding.BatchSpecs.keys;
import static dev.evenkeel.sharding.BatchSpecs.with;
import static dev.evenkeel.sharding.Batches.get;
import static dev.evenkeel.sharding.Batches.writeAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ItemLookupException;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

@ExtendWith(LocalDynamoDbExtension.class)
class BatchGetTest {
  private static final int ITEMS = 50;

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  BatchGetTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeAll
  static void createTables(LocalDynamoDb local, DynamoDbClient plain) {
    BatchSpecs.create(plain);
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, BatchSpecs.ALL)) {
      for (ShardingSpec spec : BatchSpecs.ALL) {
        fill(client, spec.tableName(), "hot");
      }
      fill(client, "ruled", "cool");
      fill(client, "plain", "hot");
    }
  }

  private static void fill(ClientUnderTest client, String table, String pk) {
    for (int i = 0; i < ITEMS; i += 25) {
      writeAll(
          client,
          Map.of(
              table,
              items(keys(pk, ITEMS)).subList(i, i + 25).stream().map(Batches::put).toList()));
    }
  }

  private static KeysAndAttributes some(List<Map<String, AttributeValue>> keys) {
    return Batches.keys(keys);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchGet_hundredKeysOn16DrawnShards_findsWhatIsThere(Kind kind) {
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      BatchGetItemResponse answer = client.call(get(Map.of("drawn", some(keys("hot", 100)))));

      assertThat(answer.responses()).containsOnlyKeys("drawn");
      assertThat(answer.responses().get("drawn"))
          .containsExactlyInAnyOrderElementsOf(items(keys("hot", ITEMS)));
      assertThat(answer.unprocessedKeys()).isEmpty();
      assertThat(answer.responseMetadata().requestId()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchGet_allTablesAtOnce_findsEachTablesItems(Kind kind) {
    List<Map<String, AttributeValue>> ruled = new ArrayList<>(keys("hot", 10));
    ruled.addAll(keys("cool", 10));
    List<Map<String, AttributeValue>> beside = new ArrayList<>(keys("hot", 5));
    items(keys("hot", 10))
        .subList(5, 10)
        .forEach(i -> beside.add(with(key("hot", i.get("sk").n()), "id", i.get("id").s())));
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      Map<String, List<Map<String, AttributeValue>>> found =
          client
              .call(
                  get(
                      Map.of(
                          "calculated", some(keys("hot", 20)),
                          "drawn", some(keys("hot", 20)),
                          "beside", some(beside),
                          "ruled", some(ruled),
                          "plain", some(keys("hot", 20)))))
              .responses();

      assertThat(found.get("calculated"))
          .containsExactlyInAnyOrderElementsOf(items(keys("hot", 20)));
      assertThat(found.get("drawn")).containsExactlyInAnyOrderElementsOf(items(keys("hot", 20)));
      assertThat(found.get("beside")).containsExactlyInAnyOrderElementsOf(items(keys("hot", 10)));
      assertThat(found.get("ruled")).containsExactlyInAnyOrderElementsOf(items(ruled));
      assertThat(found.get("plain")).containsExactlyInAnyOrderElementsOf(items(keys("hot", 20)));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchGet_projections_returnExactlyWhatWasAskedFor(Kind kind) {
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      for (ShardingSpec spec : BatchSpecs.ALL) {
        String table = spec.tableName();
        assertThat(projected(client, table, "#v", Map.of("#v", "v")))
            .containsOnly(Map.of("v", AttributeValue.fromS("v")))
            .hasSize(2);
        assertThat(projected(client, table, "sk", Map.of()))
            .containsExactlyInAnyOrder(
                Map.of("sk", AttributeValue.fromN("0")), Map.of("sk", AttributeValue.fromN("1")));
        assertThat(projected(client, table, "pk, sk", Map.of()))
            .containsExactlyInAnyOrderElementsOf(keys("hot", 2));
        assertThat(projected(client, table, "#ek0, pk", Map.of("#ek0", "absent")))
            .containsOnly(Map.of("pk", AttributeValue.fromS("hot")))
            .hasSize(2);
        assertThat(projected(client, table, "absent", Map.of())).containsOnly(Map.of()).hasSize(2);
      }
    }
  }

  private static List<Map<String, AttributeValue>> projected(
      ClientUnderTest client, String table, String projection, Map<String, String> names) {
    KeysAndAttributes asked =
        some(keys("hot", 2)).toBuilder()
            .projectionExpression(projection)
            .expressionAttributeNames(names.isEmpty() ? null : names)
            .build();
    return client.call(get(Map.of(table, asked))).responses().get(table);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchGet_byArn_isKeyedAsDynamoDbKeysIt(Kind kind) {
    String arn = plain.describeTable(t -> t.tableName("drawn")).table().tableArn();
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      Map<String, List<Map<String, AttributeValue>>> found =
          client.call(get(Map.of(arn, some(keys("hot", 2))))).responses();
      assertThat(found).containsOnlyKeys("drawn");
      assertThat(found.get("drawn")).hasSize(2);

      assertThatThrownBy(
              () ->
                  client.call(
                      get(Map.of(arn, some(keys("hot", 1)), "drawn", some(keys("cool", 1))))))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("the batch names the table twice, by name and by ARN");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchGet_itemOnTwoShards_isAmbiguous(Kind kind) {
    String pk = "double" + kind;
    for (String shard : List.of(".0", ".3")) {
      plain.putItem(p -> p.tableName("drawn").item(key(pk + shard, "1")));
    }
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      KeysAndAttributes projected = some(keys(pk, 3)).toBuilder().projectionExpression("v").build();
      assertThatThrownBy(() -> client.call(get(Map.of("drawn", projected))))
          .matches(thrown -> ItemLookupException.is(thrown, ItemLookupException.Reason.SEVERAL))
          .hasMessageContaining("BatchGetItem on 'drawn' found the item on 2 shards");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchGet_sameLogicalKeyTwice_isRefused(Kind kind) {
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      for (ShardingSpec spec : BatchSpecs.ALL) {
        refusesDuplicate(client, spec.tableName(), key("hot", "1"), key("hot", "1.0"));
      }
      refusesDuplicate(
          client, "beside", with(key("hot", "1"), "id", "a"), with(key("hot", "1"), "id", "b"));
      refusesDuplicate(client, "ruled", key("cool", "1"), key("cool", "1E0"));
    }
  }

  private static void refusesDuplicate(
      ClientUnderTest client,
      String table,
      Map<String, AttributeValue> first,
      Map<String, AttributeValue> second) {
    assertThatThrownBy(() -> client.call(get(Map.of(table, some(List.of(first, second))))))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageStartingWith(
            "BatchGetItem on '%s' refused: entries 1 and 2 of the table name the same logical key. Name each key once in a batch."
                .formatted(table));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchGet_whatCannotBeHonoured_isRefused(Kind kind) {
    ShardingSpec wide = BatchSpecs.DRAWN.toBuilder().maxProbe(15).build();
    try (ClientUnderTest client = ShardedClients.open(kind, local, wide, BatchSpecs.CALCULATED)) {
      assertThatThrownBy(() -> client.call(get(Map.of("drawn", some(keys("hot", 1))))))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("reading all 16 shards is above maxProbe 15");
      KeysAndAttributes legacy = some(keys("hot", 1)).toBuilder().attributesToGet("v").build();
      assertThatThrownBy(() -> client.call(get(Map.of("calculated", legacy))))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("the legacy parameter AttributesToGet is used");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchGet_whatDynamoDbRefuses_failsAsThere(Kind kind) {
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      for (String table : List.of("drawn", "calculated", "plain")) {
        failsAsPlain(client, table, some(keys("hot", 101)));
        failsAsPlain(client, table, some(List.of()));
        failsAsPlain(client, table, some(List.of(Map.of("pk", AttributeValue.fromS("hot")))));
        failsAsPlain(client, table, some(List.of(with(key("hot", "1"), "extra", "x"))));
        failsAsPlain(
            client,
            table,
            some(keys("hot", 1)).toBuilder().projectionExpression("v, pk.part").build());
        failsAsPlain(
            client,
            table,
            some(keys("hot", 1)).toBuilder()
                .projectionExpression("v")
                .expressionAttributeNames(Map.of("#unused", "x"))
                .build());
      }
    }
  }

  private void failsAsPlain(ClientUnderTest client, String table, KeysAndAttributes asked) {
    DynamoDbException expected =
        assertThrows(
            DynamoDbException.class, () -> plain.batchGetItem(get(Map.of("plain", asked))));
    String message = expected.awsErrorDetails().errorMessage().replace("plain", table);
    assertThatThrownBy(() -> client.call(get(Map.of(table, asked))))
        .isInstanceOfSatisfying(
            DynamoDbException.class,
            e -> assertThat(e.awsErrorDetails().errorMessage()).isEqualTo(message));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchGet_capacityAsked_isOneSumPerTable(Kind kind) {
    BatchGetItemRequest request =
        get(Map.of("drawn", some(keys("hot", 20)), "plain", some(keys("hot", 3)))).toBuilder()
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      assertThat(client.call(request).consumedCapacity())
          .extracting(ConsumedCapacity::tableName, ConsumedCapacity::capacityUnits)
          .as("DynamoDB Local charges nothing for missing keys")
          .containsExactlyInAnyOrder(tuple("drawn", 20.0), tuple("plain", 3.0));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchGet_oneProbeOnFewShards_isOneRequest(Kind kind) {
    FaultInjector faults = FaultPlan.none().injector();
    try (ClientUnderTest client = ShardedClients.open(kind, local, faults, BatchSpecs.ALL)) {
      client.call(get(Map.of("drawn", some(keys("hot", 6)), "plain", some(keys("hot", 4)))));
    }
    assertThat(faults.requestCount()).isEqualTo(1);
  }
}
