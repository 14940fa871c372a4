package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Determinants beside a key are taken alike, whether the key has shards or is plain. */
@ExtendWith(LocalDynamoDbExtension.class)
class GivenDeterminantTest {
  private static final String[] ROWS = {"1", "2", "3", "4"};

  private enum Layout {
    PLAIN,
    PLAIN_FAMILY,
    PLAIN_WITH_SHARDED_INDEX,
    PLAIN_BY_RULE,
    SHARDED;

    ShardingSpec.Builder spec(String table) {
      ShardingSpec.Builder spec =
          ShardingSpec.builder(table)
              .partitionKey("pk")
              .sortKey("sk")
              .selector(ShardSelector.hashOf("det"))
              .localIndex("byDet", "det")
              .localIndex("byNote", "note")
              .shards(this == SHARDED || this == PLAIN_BY_RULE ? 2 : 1);
      if (this == PLAIN_BY_RULE) {
        spec.shards(KeyRule.exactly("a", 1));
      }
      if (this == PLAIN_WITH_SHARDED_INDEX) {
        spec.shardedIndex(ShardedIndexSpec.multiAttribute("byKind", "kind", 2));
      }
      return spec;
    }

    ClientUnderTest open(Kind kind, LocalDynamoDb local, ShardingSpec spec) {
      return this == PLAIN_FAMILY
          ? ShardedClients.open(
              kind,
              local,
              request -> {},
              builder -> builder.tables(name -> name.equals(spec.tableName()), spec))
          : ShardedClients.open(kind, local, spec);
    }
  }

  private static Stream<Arguments> kinds() {
    return Arrays.stream(Kind.values())
        .flatMap(kind -> Arrays.stream(Layout.values()).map(layout -> Arguments.of(kind, layout)));
  }

  private static Map<String, AttributeValue> key(String row) {
    return Map.of("pk", fromS("a"), "sk", fromS(row), "det", fromS("d" + row));
  }

  private static Map<String, AttributeValue> item(String row) {
    Map<String, AttributeValue> item = new HashMap<>(key(row));
    item.put("kind", fromS("k"));
    item.put("note", fromS("n" + row));
    return item;
  }

  private static Map<String, AttributeValue> set(String row, String value) {
    Map<String, AttributeValue> item = new HashMap<>(item(row));
    item.put("x", fromS(value));
    return item;
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("kinds")
  void call_determinantGivenBesideTheKey_isTaken(
      Kind kind, Layout layout, LocalDynamoDb local, DynamoDbClient plain) {
    String table = "given_" + kind + "_" + layout;
    ShardingSpec spec = layout.spec(table).build();
    PhysicalTables.create(plain, spec);
    try (ClientUnderTest client = layout.open(kind, local, spec)) {
      for (String row : ROWS) {
        client.call(PutItemRequest.builder().tableName(table).item(item(row)).build());
      }
      reads(client, table);
      startKeys(client, table);
      writes(client, table);
    }
  }

  private static void reads(ClientUnderTest client, String table) {
    assertThat(get(client, table, "1")).isEqualTo(item("1"));
    KeysAndAttributes keys =
        KeysAndAttributes.builder().keys(List.of(key("1"), key("2"), key("missing"))).build();
    assertThat(
            client
                .call(BatchGetItemRequest.builder().requestItems(Map.of(table, keys)).build())
                .responses()
                .get(table))
        .containsExactlyInAnyOrder(item("1"), item("2"));
    TransactGetItem read =
        TransactGetItem.builder().get(g -> g.tableName(table).key(key("3"))).build();
    assertThat(
            client
                .call(TransactGetItemsRequest.builder().transactItems(List.of(read)).build())
                .responses()
                .get(0)
                .item())
        .isEqualTo(item("3"));
  }

  private static Map<String, AttributeValue> get(ClientUnderTest client, String table, String row) {
    return client.call(GetItemRequest.builder().tableName(table).key(key(row)).build()).item();
  }

  private static void startKeys(ClientUnderTest client, String table) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName(table)
            .keyConditionExpression("pk = :a")
            .expressionAttributeValues(Map.of(":a", fromS("a")))
            .exclusiveStartKey(key("2"))
            .build();
    assertThat(client.call(query).items()).containsExactly(item("3"), item("4"));
    assertThat(client.call(query.toBuilder().indexName("byDet").build()).items())
        .containsExactly(item("3"), item("4"));
    Map<String, AttributeValue> ofNote = new HashMap<>(item("2"));
    ofNote.remove("kind");
    QueryRequest byNote = query.toBuilder().indexName("byNote").exclusiveStartKey(ofNote).build();
    assertThat(client.call(byNote).items()).containsExactly(item("3"), item("4"));
    ScanRequest scan = ScanRequest.builder().tableName(table).exclusiveStartKey(key("2")).build();
    assertThat(client.call(scan).items()).doesNotContain(item("2"));
    assertThat(
            client
                .call(scan.toBuilder().indexName("byNote").exclusiveStartKey(ofNote).build())
                .items())
        .doesNotContain(item("2"));
  }

  private static void writes(ClientUnderTest client, String table) {
    client.call(
        UpdateItemRequest.builder()
            .tableName(table)
            .key(key("1"))
            .updateExpression("SET x = :v")
            .expressionAttributeValues(Map.of(":v", fromS("updated")))
            .build());
    assertThat(get(client, table, "1")).isEqualTo(set("1", "updated"));
    List<TransactWriteItem> actions =
        List.of(
            TransactWriteItem.builder()
                .update(
                    u ->
                        u.tableName(table)
                            .key(key("1"))
                            .updateExpression("SET x = :v")
                            .expressionAttributeValues(Map.of(":v", fromS("transacted"))))
                .build(),
            TransactWriteItem.builder().delete(d -> d.tableName(table).key(key("2"))).build(),
            TransactWriteItem.builder()
                .conditionCheck(
                    c ->
                        c.tableName(table)
                            .key(key("3"))
                            .conditionExpression("attribute_exists(det)"))
                .build());
    client.call(TransactWriteItemsRequest.builder().transactItems(actions).build());
    assertThat(get(client, table, "1")).isEqualTo(set("1", "transacted"));
    WriteRequest gone = WriteRequest.builder().deleteRequest(d -> d.key(key("3"))).build();
    client.call(BatchWriteItemRequest.builder().requestItems(Map.of(table, List.of(gone))).build());
    client.call(DeleteItemRequest.builder().tableName(table).key(key("4")).build());
    assertThat(client.call(ScanRequest.builder().tableName(table).build()).items())
        .containsExactly(set("1", "transacted"));
  }
}
