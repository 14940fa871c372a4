package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Start keys of a sharded index that got more numbers while it was in use. */
@ExtendWith(LocalDynamoDbExtension.class)
class RaisedIndexTest {
  private static final String TABLE = "raised";
  private static final int ITEMS = 16;
  private static final ShardedIndexSpec INDEX =
      ShardedIndexSpec.multiAttribute("byMood", "mood", 2);
  private static final ShardingSpec BEFORE = spec(INDEX);
  private static final ShardingSpec AFTER = spec(ofSeven().raisedFrom(2));
  private static final ShardingSpec UNNAMED = spec(ofSeven());

  private static final QueryRequest QUERY =
      QueryRequest.builder()
          .tableName(TABLE)
          .indexName(INDEX.name())
          .keyConditionExpression("mood = :v")
          .expressionAttributeValues(Map.of(":v", s("new")))
          .build();

  private static ShardedIndexSpec ofSeven() {
    return ShardedIndexSpec.multiAttribute("byMood", "mood", 7);
  }

  private static ShardingSpec spec(ShardedIndexSpec index) {
    return ShardingSpec.builder(TABLE).partitionKey("pk").shards(1).shardedIndex(index).build();
  }

  @BeforeEach
  void fill(LocalDynamoDb local) {
    try (ClientUnderTest tested = ShardedClients.open(Kind.SYNC, local, BEFORE)) {
      tested.call(
          CreateTableRequest.builder()
              .tableName(TABLE)
              .billingMode(BillingMode.PAY_PER_REQUEST)
              .keySchema(hash("pk"))
              .attributeDefinitions(text("pk"), text("mood"))
              .globalSecondaryIndexes(
                  GlobalSecondaryIndex.builder()
                      .indexName(INDEX.name())
                      .keySchema(hash("mood"))
                      .projection(all -> all.projectionType(ProjectionType.ALL))
                      .build())
              .build());
      put(tested, 0, ITEMS);
    }
  }

  private static KeySchemaElement hash(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.HASH).build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  @AfterEach
  void delete(DynamoDbClient plain) {
    plain.deleteTable(table -> table.tableName(TABLE));
  }

  /** An item, which is its own key of index and table. */
  private static Map<String, AttributeValue> vote(int i) {
    return Map.of("pk", s("vote" + i), "mood", s("new"));
  }

  private static void put(ClientUnderTest tested, int from, int to) {
    for (int i = from; i < to; i++) {
      tested.call(PutItemRequest.builder().tableName(TABLE).item(vote(i)).build());
    }
  }

  private static List<Map<String, AttributeValue>> from(
      ClientUnderTest tested, QueryRequest query, Map<String, AttributeValue> start) {
    return tested.call(query.toBuilder().exclusiveStartKey(start).build()).items();
  }

  private static int number(ShardingSpec spec, Map<String, AttributeValue> vote) {
    return new ShardedTable(spec)
        .indexShards()
        .shardOf(spec.shardedIndexes().get(0), vote)
        .getAsInt();
  }

  private static boolean countsAgree(Map<String, AttributeValue> vote) {
    return number(BEFORE, vote) == number(AFTER, vote);
  }

  private static long gets(List<SdkRequest> sent) {
    return sent.stream().filter(GetItemRequest.class::isInstance).count();
  }

  /** The start keys of all places but the last, and the rows in their order. */
  private static List<Map<String, AttributeValue>> starts(ClientUnderTest tested) {
    return IntStream.range(1, tested.call(QUERY).count())
        .mapToObj(i -> tested.call(QUERY.toBuilder().limit(i).build()).lastEvaluatedKey())
        .toList();
  }

  @KindsInTurn
  void query_countRaisedBetweenPages_goesOnAfterTheSameRow(Kind kind, LocalDynamoDb local) {
    List<Map<String, AttributeValue>> rows;
    List<Map<String, AttributeValue>> starts;
    try (ClientUnderTest before = ShardedClients.open(kind, local, BEFORE)) {
      rows = before.call(QUERY).items();
      starts = starts(before);
    }
    assertThat(starts).as("natural keys").isEqualTo(rows.subList(0, ITEMS - 1));
    List<SdkRequest> sent = new CopyOnWriteArrayList<>();
    try (ClientUnderTest after = ShardedClients.open(kind, local, sent::add, AFTER)) {
      for (int i = 1; i < ITEMS; i++) {
        Map<String, AttributeValue> start = starts.get(i - 1);
        sent.clear();
        assertThat(from(after, QUERY, start)).isEqualTo(rows.subList(i, ITEMS));
        assertThat(gets(sent)).isEqualTo(countsAgree(start) ? 0 : 1);
      }
    }
  }

  @KindsInTurn
  void query_afterTwoRaises_goesOnFromKeysOfTheLibraryAndByHand(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest between = ShardedClients.open(Kind.SYNC, local, AFTER)) {
      put(between, ITEMS, 2 * ITEMS);
    }
    ShardedIndexSpec ofTwelve =
        ShardedIndexSpec.multiAttribute(
                INDEX.name(), INDEX.partition().name(), INDEX.partition().type(), 12)
            .raisedFrom(2, 7);
    int all = 3 * ITEMS;
    for (ScatterOrder order : ScatterOrder.values()) {
      ShardingSpec spec = spec(ofTwelve).toBuilder().order(order).build();
      try (ClientUnderTest tested = ShardedClients.open(kind, local, spec)) {
        put(tested, 2 * ITEMS, all);
        for (boolean forward : new boolean[] {true, false}) {
          QueryRequest query = QUERY.toBuilder().scanIndexForward(forward).build();
          List<Map<String, AttributeValue>> rows = tested.call(query).items();
          assertThat(rows).doesNotHaveDuplicates().hasSize(all);
          for (int i = 1; i < all; i += 5) {
            Map<String, AttributeValue> start =
                tested.call(query.toBuilder().limit(i).build()).lastEvaluatedKey();
            assertThat(from(tested, query, start)).isEqualTo(rows.subList(i, all));
            assertThat(from(tested, query, rows.get(i - 1))).isEqualTo(rows.subList(i, all));
          }
        }
      }
    }
  }

  /** Rows of before carry their number, others have it in their key: no read is needed. */
  @KindsInTurn
  void query_raiseNotNamed_keysOfPagesAfterItAreExactWithoutARead(Kind kind, LocalDynamoDb local) {
    List<SdkRequest> sent = new CopyOnWriteArrayList<>();
    try (ClientUnderTest tested = ShardedClients.open(kind, local, sent::add, UNNAMED)) {
      put(tested, ITEMS, 2 * ITEMS);
      List<Map<String, AttributeValue>> rows = tested.call(QUERY).items();
      List<Map<String, AttributeValue>> starts = starts(tested);
      for (int i = 1; i < 2 * ITEMS; i++) {
        Map<String, AttributeValue> row = rows.get(i - 1);
        Map<String, AttributeValue> start = starts.get(i - 1);
        boolean old = IntStream.range(0, ITEMS).anyMatch(vote -> row.equals(vote(vote)));
        assertThat(start.containsKey("evenkeel.shard")).isEqualTo(old && !countsAgree(row));
        assertThat(from(tested, QUERY, start)).isEqualTo(rows.subList(i, 2 * ITEMS));
      }
      assertThat(gets(sent)).isZero();
    }
  }

  @KindsInTurn
  void query_itemOfTheStartKeyGone_isRefusedUnlessTheCountsAgree(
      Kind kind, LocalDynamoDb local, DynamoDbClient plain) {
    List<Map<String, AttributeValue>> rows;
    try (ClientUnderTest before = ShardedClients.open(Kind.SYNC, local, BEFORE)) {
      rows = before.call(QUERY).items();
    }
    try (ClientUnderTest after = ShardedClients.open(kind, local, AFTER)) {
      for (int i = 1; i < ITEMS; i++) {
        Map<String, AttributeValue> row = rows.get(i - 1);
        plain.deleteItem(gone -> gone.tableName(TABLE).key(Map.of("pk", row.get("pk"))));
        if (countsAgree(row)) {
          assertThat(from(after, QUERY, row)).isEqualTo(rows.subList(i, ITEMS));
        } else {
          assertThatThrownBy(() -> from(after, QUERY, row))
              .isInstanceOf(InvalidStartKeyException.class)
              .hasMessageContaining("no longer in index 'byMood'")
              .hasMessageContaining("Begin again")
              .hasMessageNotContaining(row.get("pk").s());
        }
      }
    }
  }

  @Test
  void query_itemOfTheStartKeyHasNoNumberNow_isRefused(LocalDynamoDb local, DynamoDbClient plain) {
    Map<String, AttributeValue> row = firstThatDiffers();
    plain.putItem(foreign -> foreign.tableName(TABLE).item(row));
    try (ClientUnderTest after = ShardedClients.open(Kind.SYNC, local, AFTER)) {
      assertThatThrownBy(() -> from(after, QUERY, row))
          .isInstanceOf(InvalidStartKeyException.class);
    }
  }

  private static Map<String, AttributeValue> firstThatDiffers() {
    return IntStream.range(0, ITEMS)
        .mapToObj(RaisedIndexTest::vote)
        .filter(vote -> !countsAgree(vote))
        .findFirst()
        .orElseThrow();
  }

  @KindsInTurn
  void scan_countRaisedBetweenPages_goesOnAfterTheSameRow(Kind kind, LocalDynamoDb local) {
    ScanRequest scan =
        ScanRequest.builder().tableName(TABLE).indexName(INDEX.name()).limit(1).build();
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    List<Map<String, AttributeValue>> starts = new ArrayList<>();
    try (ClientUnderTest before = ShardedClients.open(kind, local, BEFORE)) {
      ScanResponse page = before.call(scan);
      while (page.hasLastEvaluatedKey()) {
        items.addAll(page.items());
        starts.add(page.lastEvaluatedKey());
        page = before.call(scan.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build());
      }
      items.addAll(page.items());
    }
    assertThat(items).containsExactlyInAnyOrderElementsOf(votes());
    assertThat(starts).as("natural keys").isEqualTo(items.subList(0, starts.size()));
    try (ClientUnderTest after = ShardedClients.open(kind, local, AFTER)) {
      for (int i = 1; i <= starts.size(); i++) {
        ScanRequest rest =
            scan.toBuilder().limit(null).exclusiveStartKey(starts.get(i - 1)).build();
        assertThat(after.call(rest).items()).isEqualTo(items.subList(i, items.size()));
      }
    }
  }

  private static List<Map<String, AttributeValue>> votes() {
    return IntStream.range(0, ITEMS).mapToObj(RaisedIndexTest::vote).toList();
  }

  @KindsInTurn
  void query_capacityAskedFor_countsTheReadOfTheItem(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest after = ShardedClients.open(kind, local, AFTER)) {
      QueryRequest query =
          QUERY.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.INDEXES).build();
      ConsumedCapacity capacity =
          after
              .call(query.toBuilder().exclusiveStartKey(firstThatDiffers()).build())
              .consumedCapacity();
      assertThat(capacity.table().capacityUnits()).as("one consistent read").isEqualTo(1.0);
      double ofIndex = capacity.globalSecondaryIndexes().get(INDEX.name()).capacityUnits();
      assertThat(capacity.capacityUnits()).isEqualTo(1.0 + ofIndex);
    }
  }

  @Test
  void explain_startKeyThatDoesNotTellItsNumber_showsTheReadBeforeTheFanOut(DynamoDbClient plain) {
    ShardingDynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(AFTER).build();
    QueryRequest from = QUERY.toBuilder().exclusiveStartKey(firstThatDiffers()).build();
    Explanation explanation = client.explain(from);
    assertThat(explanation.firstRound().subRequests())
        .singleElement()
        .isInstanceOfSatisfying(
            GetItemRequest.class,
            read -> {
              assertThat(read.consistentRead()).isTrue();
              assertThat(read.projectionExpression()).isEqualTo("#number");
              assertThat(read.expressionAttributeNames()).containsValue("evenkeel.byMood");
              assertThat(read.key()).isEqualTo(Map.of("pk", firstThatDiffers().get("pk")));
            });
    assertThat(explanation.toString())
        .contains("FAN_OUT", "GetItem", "a Query of each number", "at least 1 read unit");
    Map<String, AttributeValue> alike =
        votes().stream().filter(RaisedIndexTest::countsAgree).findFirst().orElseThrow();
    assertThat(
            client
                .explain(QUERY.toBuilder().exclusiveStartKey(alike).build())
                .firstRound()
                .subRequests())
        .allMatch(QueryRequest.class::isInstance);
  }
}
