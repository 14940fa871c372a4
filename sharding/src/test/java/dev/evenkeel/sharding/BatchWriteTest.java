package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.BatchSpecs.BESIDE;
import static dev.evenkeel.sharding.BatchSpecs.CALCULATED;
import static dev.evenkeel.sharding.BatchSpecs.DRAWN;
import static dev.evenkeel.sharding.BatchSpecs.PLAIN;
import static dev.evenkeel.sharding.BatchSpecs.RULED;
import static dev.evenkeel.sharding.BatchSpecs.items;
import static dev.evenkeel.sharding.BatchSpecs.key;
import static dev.evenkeel.sharding.BatchSpecs.keys;
import static dev.evenkeel.sharding.BatchSpecs.stored;
import static dev.evenkeel.sharding.BatchSpecs.with;
import static dev.evenkeel.sharding.Batches.delete;
import static dev.evenkeel.sharding.Batches.put;
import static dev.evenkeel.sharding.Batches.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

@ExtendWith(LocalDynamoDbExtension.class)
class BatchWriteTest {
  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  BatchWriteTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeAll
  static void createTables(DynamoDbClient plain) {
    BatchSpecs.create(plain);
  }

  private static List<WriteRequest> puts(List<Map<String, AttributeValue>> items) {
    return items.stream().map(Batches::put).toList();
  }

  private static List<WriteRequest> deletes(List<Map<String, AttributeValue>> keys) {
    return keys.stream().map(Batches::delete).toList();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchWrite_mixedTables_writesEachItemOnceToItsShard(Kind kind) {
    String pk = "mixed" + kind;
    Map<String, List<WriteRequest>> writes =
        Map.of(
            "calculated", puts(items(keys(pk, 9))),
            "drawn", puts(items(keys(pk, 9))),
            "plain", puts(items(keys(pk, 7))));
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      BatchWriteItemResponse answer = client.call(write(writes));

      assertThat(answer.unprocessedItems()).isEmpty();
      assertThat(answer.responseMetadata().requestId()).isNotEmpty();
      for (Map<String, AttributeValue> item : items(keys(pk, 9))) {
        assertThat(client.call(get("calculated", item)).item()).isEqualTo(item);
        assertThat(client.call(get("drawn", item)).item()).isEqualTo(item);
      }
    }
    assertThat(stored(plain, CALCULATED, pk + ".")).isEqualTo(9);
    assertThat(stored(plain, DRAWN, pk + ".")).isEqualTo(9);
    assertThat(stored(plain, PLAIN))
        .filteredOn(item -> item.get("pk").s().equals(pk))
        .containsExactlyInAnyOrderElementsOf(items(keys(pk, 7)));
  }

  private static GetItemRequest get(String table, Map<String, AttributeValue> item) {
    return GetItemRequest.builder()
        .tableName(table)
        .key(Map.of("pk", item.get("pk"), "sk", item.get("sk")))
        .build();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchWrite_25DrawnDeletes_deletesOnEveryShard(Kind kind) {
    String pk = "deletes" + kind;
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      client.call(write(Map.of("drawn", puts(items(keys(pk, 25))))));
      List<WriteRequest> writes = new ArrayList<>(deletes(keys(pk, 24)));
      writes.add(put(items(List.of(key(pk, "100"))).get(0)));

      assertThat(client.call(write(Map.of("drawn", writes))).unprocessedItems()).isEmpty();
    }
    assertThat(stored(plain, DRAWN))
        .filteredOn(item -> item.get("pk").s().startsWith(pk))
        .extracting(item -> item.get("sk").n())
        .containsExactlyInAnyOrder("24", "100");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchWrite_determinantBesideTheKey_deletesOnOneShardWithOneRequest(Kind kind) {
    String pk = "beside" + kind;
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      client.call(write(Map.of("beside", puts(items(keys(pk, 3))))));
      List<WriteRequest> writes =
          List.of(delete(with(key(pk, "0"), "id", "id0")), delete(key(pk, "1.00")));
      client.call(write(Map.of("beside", writes)));
    }
    assertThat(stored(plain, BESIDE))
        .filteredOn(item -> item.get("pk").s().startsWith(pk))
        .extracting(item -> item.get("sk").n())
        .containsExactly("2");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchWrite_keyRules_storesPlainKeysAsTheyAre(Kind kind) {
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      List<Map<String, AttributeValue>> keys =
          List.of(key("cool" + kind, "1"), key("hot" + kind, "1"));
      client.call(write(Map.of("ruled", puts(items(keys)))));
      assertThat(stored(plain, RULED, "cool" + kind)).isEqualTo(1);
      assertThat(stored(plain, RULED, "hot" + kind + ".")).isEqualTo(1);

      client.call(write(Map.of("ruled", deletes(keys))));
    }
    assertThat(stored(plain, RULED, "cool" + kind)).isZero();
    assertThat(stored(plain, RULED, "hot" + kind)).isZero();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchWrite_byArn_writesToTheSameTable(Kind kind) {
    String arn = plain.describeTable(t -> t.tableName("drawn")).table().tableArn();
    String pk = "arn" + kind;
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      client.call(write(Map.of(arn, puts(items(keys(pk, 2))))));
      assertThat(stored(plain, DRAWN, pk + ".")).isEqualTo(2);

      List<WriteRequest> one = deletes(keys(pk, 1));
      assertThatThrownBy(() -> client.call(write(Map.of(arn, one, "drawn", one))))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("the batch names the table twice, by name and by ARN");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchWrite_sameLogicalKeyTwice_isRefusedBeforeAnythingIsWritten(Kind kind) {
    String pk = "twice" + kind;
    Map<String, AttributeValue> item = items(List.of(key(pk, "1"))).get(0);
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      refusesDuplicate(client, "drawn", put(item), put(item));
      refusesDuplicate(client, "drawn", put(item), delete(key(pk, "1.0")));
      refusesDuplicate(client, "calculated", put(item), delete(key(pk, "1E0")));
      refusesDuplicate(client, "ruled", put(item), delete(key(pk, "1")));
      refusesDuplicate(client, "beside", put(with(item, "id", "a")), put(with(item, "id", "b")));
    }
    for (ShardingSpec spec : BatchSpecs.ALL) {
      assertThat(stored(plain, spec, pk)).isZero();
    }
  }

  private static void refusesDuplicate(
      ClientUnderTest client, String table, WriteRequest first, WriteRequest second) {
    WriteRequest other = put(items(List.of(key("other", "1"))).get(0));
    assertThatThrownBy(() -> client.call(write(Map.of(table, List.of(first, other, second)))))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageStartingWith(
            "BatchWriteItem on '%s' refused: entries 1 and 3 of the table name the same"
                .formatted(table));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchWrite_26Deletes_dynamoDbRefusesAndNothingIsDeleted(Kind kind) {
    String pk = "over" + kind;
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      client.call(write(Map.of("drawn", puts(items(keys(pk, 25))))));
      assertThatThrownBy(() -> client.call(write(Map.of("drawn", deletes(keys(pk, 26))))))
          .isInstanceOf(DynamoDbException.class)
          .hasMessageContaining("Too many items requested for the BatchWriteItem call");
    }
    assertThat(stored(plain, DRAWN, pk)).isEqualTo(25);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchWrite_dynamoDbRefusesAnotherEntry_nothingIsDeletedOnAnyShard(Kind kind) {
    String pk = "refused" + kind;
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      client.call(write(Map.of("drawn", puts(items(keys(pk, 20))))));
      Map<String, List<WriteRequest>> writes =
          Map.of("drawn", deletes(keys(pk, 20)), "nosuch", puts(items(keys(pk, 1))));
      assertThatThrownBy(() -> client.call(write(writes)))
          .isInstanceOf(ResourceNotFoundException.class);
    }
    assertThat(stored(plain, DRAWN, pk)).isEqualTo(20);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchWrite_whatCannotBeHonoured_isRefused(Kind kind) {
    ShardingSpec ties =
        ShardingSpec.builder("beside")
            .partitionKey("pk")
            .sortKey("sk")
            .shards(4)
            .selector(ShardSelector.hashOf("id"))
            .build();
    ShardingSpec wide = DRAWN.toBuilder().maxProbe(15).build();
    try (ClientUnderTest client = ShardedClients.open(kind, local, ties, wide, CALCULATED)) {
      refuses(
          client,
          "beside",
          delete(key("a", "1")),
          "does not tell the shard, and each shard may hold");
      refuses(
          client, "drawn", delete(key("a", "1")), "deleting on all 16 shards is above maxProbe 15");
      refuses(
          client,
          "calculated",
          WriteRequest.builder().build(),
          "entry 1 of the table is not one put or");
      refuses(client, "calculated", put(Map.of()), "partition key attribute 'pk' is missing");
    }
  }

  private static void refuses(
      ClientUnderTest client, String table, WriteRequest write, String reason) {
    assertThatThrownBy(() -> client.call(write(Map.of(table, List.of(write)))))
        .isInstanceOf(SdkException.class)
        .hasMessageContaining("BatchWriteItem on '" + table + "' refused: ")
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchWrite_capacityAsked_isOneSumPerTable(Kind kind) {
    BatchWriteItemRequest request =
        write(Map.of("drawn", deletes(keys("cap" + kind, 3)), "plain", deletes(keys("cap", 1))))
            .toBuilder()
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      Map<String, Double> units =
          client.call(request).consumedCapacity().stream()
              .collect(
                  Collectors.toMap(ConsumedCapacity::tableName, ConsumedCapacity::capacityUnits));
      assertThat(units).containsOnlyKeys("drawn", "plain");
      assertThat(units.get("drawn"))
          .as("three keys, 16 deletes each, against one delete")
          .isEqualTo(3 * 16 * units.get("plain"));
    }
  }
}
