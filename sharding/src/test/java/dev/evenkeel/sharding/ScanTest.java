package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidStartKeyException;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Scans page by page, on the table and its index, in segments, under every selector. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class ScanTest {
  private static final int ITEMS = 24;

  private DynamoDbClient plain;

  private static ShardingSpec.Builder spec(String table) {
    return ShardingSpec.builder(table)
        .partitionKey("pk", ScalarAttributeType.N)
        .sortKey("sk")
        .shards(6);
  }

  static Stream<ShardingSpec> specs() {
    return Stream.of(
        spec("scanSortKey").build(),
        spec("scanDeterminant").selector(ShardSelector.hashOf("id")).build(),
        spec("scanBoth").selector(ShardSelector.hashOf("id", "sk")).build(),
        spec("scanRandom").selector(ShardSelector.random()).uniqueSortKeys().build(),
        spec("scanRotating").selector(ShardSelector.rotating()).uniqueSortKeys().build());
  }

  @BeforeAll
  void create(LocalDynamoDb local, DynamoDbClient plain) {
    this.plain = plain;
    specs().forEach(spec -> fill(local, spec));
  }

  /** A table with an index whose partition key is the attribute {@code id}. */
  @SuppressWarnings("unchecked") // the SDK declares varargs of a generic type
  private void fill(LocalDynamoDb local, ShardingSpec spec) {
    plain.createTable(
        table ->
            table
                .tableName(spec.tableName())
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    a -> a.attributeName("pk").attributeType(ScalarAttributeType.S),
                    a -> a.attributeName("sk").attributeType(ScalarAttributeType.S),
                    a -> a.attributeName("id").attributeType(ScalarAttributeType.S))
                .keySchema(
                    k -> k.attributeName("pk").keyType(KeyType.HASH),
                    k -> k.attributeName("sk").keyType(KeyType.RANGE))
                .globalSecondaryIndexes(
                    index ->
                        index
                            .indexName("byId")
                            .keySchema(k -> k.attributeName("id").keyType(KeyType.HASH))
                            .projection(p -> p.projectionType(ProjectionType.ALL))));
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec)) {
      for (Map<String, AttributeValue> item : items()) {
        client.call(PutItemRequest.builder().tableName(spec.tableName()).item(item).build());
      }
    }
    // Written past the library: a key that no shard of the spec has.
    plain.putItem(put -> put.tableName(spec.tableName()).item(foreign()));
  }

  private static List<Map<String, AttributeValue>> items() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      items.add(with(key(n(i % 3), s("s" + i)), "id", s("id" + i / 2)));
    }
    return items;
  }

  private static Map<String, AttributeValue> foreign() {
    return with(key("config", "x"), "id", s("foreign"));
  }

  private static List<Map<String, AttributeValue>> everything() {
    List<Map<String, AttributeValue>> all = new ArrayList<>(items());
    all.add(foreign());
    return all;
  }

  private static ScanRequest.Builder scan(ShardingSpec spec) {
    return ScanRequest.builder().tableName(spec.tableName()).limit(2);
  }

  private static List<Map<String, AttributeValue>> pages(
      ClientUnderTest client, ScanRequest.Builder scan) {
    List<Map<String, AttributeValue>> found = new ArrayList<>();
    @Nullable Map<String, AttributeValue> startKey = null;
    do {
      ScanResponse page = client.call(scan.exclusiveStartKey(startKey).build());
      found.addAll(page.items());
      startKey =
          page.lastEvaluatedKey().isEmpty() ? null : JsonKeys.roundTrip(page.lastEvaluatedKey());
      assertThat(found).hasSizeLessThanOrEqualTo(ITEMS + 1);
      assertThat(page.lastEvaluatedKey().getOrDefault("pk", n(0)))
          .isIn(n(0), n(1), n(2), s("config"));
    } while (startKey != null);
    return found;
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("specs")
  void scan_tablePageByPage_showsEveryItemOnceInLogicalTerms(
      ShardingSpec spec, LocalDynamoDb local) {
    for (Kind kind : Kind.values()) {
      try (ClientUnderTest client = ShardedClients.open(kind, local, spec)) {
        assertThat(pages(client, scan(spec))).containsExactlyInAnyOrderElementsOf(everything());
        assertThat(pages(client, scan(spec).projectionExpression("id")))
            .containsExactlyInAnyOrderElementsOf(
                everything().stream().map(item -> Map.of("id", item.get("id"))).toList());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("specs")
  void scan_indexPageByPage_showsEveryItemOnceInLogicalTerms(
      ShardingSpec spec, LocalDynamoDb local) {
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec)) {
      assertThat(pages(client, scan(spec).indexName("byId")))
          .containsExactlyInAnyOrderElementsOf(everything());
    }
  }

  @ParameterizedTest
  @MethodSource("specs")
  void scan_inSegments_showsEveryItemOnce(ShardingSpec spec, LocalDynamoDb local) {
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec)) {
      List<Map<String, AttributeValue>> found = new ArrayList<>();
      for (int segment = 0; segment < 3; segment++) {
        found.addAll(pages(client, scan(spec).limit(1).totalSegments(3).segment(segment)));
      }
      assertThat(found).containsExactlyInAnyOrderElementsOf(everything());
    }
  }

  @Test
  void scan_startKeyMadeByHand_isTakenWhereItTellsTheShard(LocalDynamoDb local) {
    ShardingSpec keyed = specs().toList().get(0);
    ShardingSpec outside = specs().toList().get(1);
    ShardingSpec random = specs().toList().get(3);
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, keyed, outside, random)) {
      List<Map<String, AttributeValue>> all = client.call(scan(keyed).limit(100).build()).items();
      Map<String, AttributeValue> third =
          all.stream().filter(i -> !i.equals(foreign())).toList().get(3);
      int at = all.indexOf(third);
      Map<String, AttributeValue> start = key(n(third.get("pk").n() + ".0"), third.get("sk"));
      assertThat(client.call(scan(keyed).limit(100).exclusiveStartKey(start).build()).items())
          .isEqualTo(all.subList(at + 1, all.size()));
      List<Map<String, AttributeValue>> there =
          client.call(scan(outside).limit(100).build()).items();
      Map<String, AttributeValue> item =
          there.stream().filter(i -> !i.equals(foreign())).toList().get(3);
      assertThat(client.call(scan(outside).limit(100).exclusiveStartKey(item).build()).items())
          .isEqualTo(there.subList(there.indexOf(item) + 1, there.size()));
      assertThatThrownBy(
              () -> client.call(scan(random).exclusiveStartKey(key(n(1), s("s1"))).build()))
          .isInstanceOf(InvalidStartKeyException.class)
          .hasMessageContaining("does not tell the shard");
    }
  }

  @ParameterizedTest
  @MethodSource("specs")
  void scan_wrongStartKeys_areRefused(ShardingSpec spec, LocalDynamoDb local) {
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec)) {
      for (Map<String, AttributeValue> wrong :
          List.<Map<String, AttributeValue>>of(
              Map.of(),
              Map.of("sk", s("s1")),
              with(key(n(1), s("s1")), "evenkeel.shard", s("1.2.AAAAAAAAAAA")),
              with(key(s("x"), s("s1")), "id", s("id0")),
              with(key(n("one"), s("s1")), "id", s("id0")))) {
        assertThatThrownBy(() -> client.call(scan(spec).exclusiveStartKey(wrong).build()))
            .isInstanceOf(SdkException.class);
      }
    }
  }

  @Test
  void query_startKeyOfAForeignItemOfAScan_isRefused(LocalDynamoDb local) {
    ShardingSpec spec =
        ShardingSpec.builder("foreign")
            .partitionKey("pk")
            .sortKey("sk")
            .shards(3)
            .selector(ShardSelector.hashOf("id"))
            .build();
    PhysicalTables.create(plain, spec);
    for (String sk : List.of("x", "y")) {
      plain.putItem(put -> put.tableName("foreign").item(key("config", sk)));
    }
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec)) {
      Map<String, AttributeValue> key = client.call(scan(spec).limit(1).build()).lastEvaluatedKey();
      assertThat(key).containsOnlyKeys("pk", "sk", "evenkeel.shard");
      assertThatThrownBy(
              () ->
                  client.call(
                      QueryRequest.builder()
                          .tableName("foreign")
                          .keyConditionExpression("pk = :pk")
                          .expressionAttributeValues(Map.of(":pk", s("config")))
                          .exclusiveStartKey(key)
                          .build()))
          .isInstanceOf(InvalidStartKeyException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void scan_filterThatCannotBeSaidOfStoredKeys_isRefused(Kind kind, LocalDynamoDb local) {
    ShardingSpec spec =
        ShardingSpec.builder("wide").partitionKey("pk").sortKey("sk").shards(1024).build();
    try (ClientUnderTest client = ShardedClients.open(kind, local, spec)) {
      Map<String, String> filters =
          Map.of(
              "NOT (size(#p) > :v)", "measures partition key attribute 'pk'",
              "#p = v", "compares with 'v' partition key attribute 'pk'",
              "contains(#p, :v)", "looks in the middle",
              "contains(:v, #p)", "looks in a text for partition key attribute 'pk'",
              "#p = :v", "and rewritten for the stored");
      filters.forEach(
          (filter, reason) ->
              assertThatThrownBy(
                      () ->
                          client.call(
                              scan(spec)
                                  .filterExpression(filter)
                                  .expressionAttributeNames(Map.of("#p", "pk"))
                                  .expressionAttributeValues(Map.of(":v", s("1")))
                                  .build()))
                  .as(filter)
                  .isInstanceOf(RefusedOperationException.class)
                  .hasMessageContaining(reason));
    }
  }
}
