package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Sharded indexes where they meet other things: sharded tables, the table's own key, limits. */
@ExtendWith(LocalDynamoDbExtension.class)
class ShardedIndexEdgeTest {
  private static final String TABLE = "votes";
  private static final KeyAttribute MOOD = KeyAttribute.ofString("mood");

  /** Three indexes of one number: by two attributes, and by one in the order of the table's key. */
  private static ShardingSpec spec(int shards, int numbers) {
    KeyAttribute number = KeyAttribute.ofNumber("num");
    ShardingSpec.Builder spec =
        ShardingSpec.builder(TABLE)
            .partitionKey("pk")
            .sortKey("sk")
            .shards(shards)
            .shardedIndex(
                ShardedIndexSpec.multiAttribute("byMood", MOOD.name(), MOOD.type(), numbers)
                    .shardAttribute(number.name(), number.type()))
            .shardedIndex(
                ShardedIndexSpec.multiAttribute("bySk", "sk", numbers)
                    .sortKey(MOOD.name(), MOOD.type())
                    .shardAttribute(number.name(), number.type()));
    return shards == 1
        ? spec.shardedIndex(
                ShardedIndexSpec.multiAttribute("byPk", MOOD.name(), MOOD.type(), numbers)
                    .sortKey("pk")
                    .shardAttribute(number.name(), number.type()))
            .build()
        : spec.build();
  }

  @BeforeEach
  void create(LocalDynamoDb local) {
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec(1, 3))) {
      client.call(
          CreateTableRequest.builder()
              .tableName(TABLE)
              .billingMode(BillingMode.PAY_PER_REQUEST)
              .keySchema(element("pk", KeyType.HASH), element("sk", KeyType.RANGE))
              .attributeDefinitions(text("pk"), text("sk"), text("mood"))
              .globalSecondaryIndexes(
                  index("byMood", element("mood", KeyType.HASH)),
                  index("bySk", element("sk", KeyType.HASH), element("mood", KeyType.RANGE)),
                  index("byPk", element("mood", KeyType.HASH), element("pk", KeyType.RANGE)))
              .build());
    }
  }

  @AfterEach
  void delete(DynamoDbClient plain) {
    plain.deleteTable(table -> table.tableName(TABLE));
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static GlobalSecondaryIndex index(String name, KeySchemaElement... key) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(key)
        .projection(all -> all.projectionType(ProjectionType.ALL))
        .build();
  }

  private static Map<String, AttributeValue> vote(int i) {
    return Map.of("pk", s("film"), "sk", s("vote" + i), "mood", s("new"));
  }

  private static PutItemRequest put(Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(TABLE).item(item).build();
  }

  private static QueryRequest query(String index, String attribute, String value) {
    return QueryRequest.builder()
        .tableName(TABLE)
        .indexName(index)
        .keyConditionExpression(attribute + " = :v")
        .expressionAttributeValues(Map.of(":v", s(value)))
        .build();
  }

  private static List<Map<String, AttributeValue>> rest(
      ClientUnderTest client, QueryRequest query) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    QueryRequest next = query;
    while (true) {
      QueryResponse page = client.call(next);
      items.addAll(page.items());
      if (page.lastEvaluatedKey().isEmpty()) {
        return items;
      }
      next = next.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_onATableThatIsShardedToo_showsItemsThatCanBePutAgain(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest client = ShardedClients.open(kind, local, spec(4, 3))) {
      for (int i = 0; i < 9; i++) {
        client.call(put(vote(i)));
      }
      QueryRequest ofTable = query(null, "pk", "film");
      List<Map<String, AttributeValue>> items = client.call(ofTable).items();
      assertThat(items).isEqualTo(IntStream.range(0, 9).mapToObj(i -> vote(i)).toList());
      items.forEach(item -> client.call(put(item)));
      QueryRequest projected = ofTable.toBuilder().projectionExpression("num, sk").build();
      assertThat(client.call(projected).items())
          .allSatisfy(item -> assertThat(item).containsOnlyKeys("sk"));
      QueryRequest filtered = ofTable.toBuilder().filterExpression("attribute_exists(num)").build();
      assertThatThrownBy(() -> client.call(filtered))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("'num' is named");
    }
  }

  @Test
  void query_startKeyWithAnyOddPart_isInvalid(LocalDynamoDb local) {
    Map<String, AttributeValue> key = vote(1);
    QueryRequest byPk = query("byPk", "mood", "new");
    QueryRequest ranged =
        byPk.toBuilder()
            .keyConditionExpression("mood = :v AND pk > :p")
            .expressionAttributeValues(Map.of(":v", s("new"), ":p", s("a")))
            .build();
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec(1, 3))) {
      for (QueryRequest query : List.of(byPk, ranged, query("bySk", "sk", "vote1"))) {
        assertThat(client.call(query.toBuilder().exclusiveStartKey(key).build()).items()).isEmpty();
        for (Map<String, AttributeValue> odd :
            List.of(
                Map.of("mood", s("new"), "sk", s("vote1")),
                with(key, "pk", n(1)),
                with(key, "pk", s("")),
                with(key, "pk", s("p".repeat(2_049))),
                with(key, "sk", n(1)),
                with(key, "mood", n(1)),
                with(key, "num", n(1)),
                with(key, "evenkeel.shard", n(1)),
                Map.<String, AttributeValue>of())) {
          assertThatThrownBy(() -> client.call(query.toBuilder().exclusiveStartKey(odd).build()))
              .as("%s of %s", odd, query.indexName())
              .isInstanceOf(SdkException.class);
        }
      }
    }
  }

  /** As plain DynamoDB does; a number that is carried is of one index alone. */
  @Test
  void query_startKeyOfAnotherIndexWithItsAttributes_isTakenWhereNatural(
      LocalDynamoDb local, DynamoDbClient plain) {
    QueryRequest byPk = query("byPk", "mood", "new");
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec(1, 3))) {
      for (int i = 0; i < 5; i++) {
        client.call(put(vote(i)));
      }
      List<Map<String, AttributeValue>> rows = rest(client, byPk);
      for (int i = 1; i < 5; i++) {
        Map<String, AttributeValue> ofMood =
            client
                .call(query("byMood", "mood", "new").toBuilder().limit(i).build())
                .lastEvaluatedKey();
        assertThat(ofMood).containsOnlyKeys("mood", "pk", "sk");
        int place = 1 + rows.indexOf(ofMood);
        assertThat(rest(client, byPk.toBuilder().exclusiveStartKey(ofMood).build()))
            .isEqualTo(rows.subList(place, 5));
      }
      int ofItem = Integer.parseInt(stored(plain, vote(0)).get("num").n());
      plain.putItem(put(with(vote(0), "num", n((ofItem + 1) % 3))));
      Map<String, AttributeValue> carried = keyAfter(client, vote(0));
      assertThat(carried).containsKey("evenkeel.shard");
      assertThatThrownBy(() -> client.call(byPk.toBuilder().exclusiveStartKey(carried).build()))
          .isInstanceOf(InvalidStartKeyException.class);
    }
  }

  private static Map<String, AttributeValue> stored(
      DynamoDbClient plain, Map<String, AttributeValue> vote) {
    Map<String, AttributeValue> key = Map.of("pk", vote.get("pk"), "sk", vote.get("sk"));
    return plain.getItem(get -> get.tableName(TABLE).key(key)).item();
  }

  /** The start key of the page of an index that ends with an item. */
  private static Map<String, AttributeValue> keyAfter(
      ClientUnderTest client, Map<String, AttributeValue> vote) {
    QueryRequest query = query("byMood", "mood", "new");
    int place = 1 + rest(client, query).indexOf(vote);
    return client.call(query.toBuilder().limit(place).build()).lastEvaluatedKey();
  }

  /** An expression as long as DynamoDB takes it, of which nothing can be spared. */
  private static String full(String begin, String each, int length) {
    StringBuilder text = new StringBuilder(begin);
    for (int i = 0; text.length() + each.length() + 1 < length; i++) {
      text.append(each.formatted(i));
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void query_projectionWithoutRoomForTheKeys_isRefusedWithItsLength(
      int shards, LocalDynamoDb local) {
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec(shards, 3))) {
      client.call(put(vote(1)));
      String projection = full("mood", ",a%d", 4_096);
      QueryRequest query =
          query("bySk", "sk", "vote1").toBuilder().projectionExpression(projection).build();
      assertThatThrownBy(() -> client.call(query))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("the projection has 41")
          .hasMessageContaining("past DynamoDB's 4096");
    }
  }

  @Test
  void update_withoutRoomForTheNumber_isRefusedWithItsLengthBeforeItWrites(
      LocalDynamoDb local, DynamoDbClient plain) {
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec(1, 3))) {
      UpdateItemRequest.Builder update =
          UpdateItemRequest.builder()
              .tableName(TABLE)
              .key(Map.of("pk", s("film"), "sk", s("vote1")))
              .expressionAttributeValues(Map.of(":v", n(1)));
      String tooLong = full("SET z=:v", ",a%d=:v", 4_096);
      assertThatThrownBy(() -> client.call(update.updateExpression(tooLong).build()))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining(" bytes, where it takes at most 4096, which is ")
          .hasMessageContaining(" fewer");
      String tooMany =
          IntStream.range(0, 300).mapToObj(i -> "a" + i + "=z+:v").collect(Collectors.joining(","));
      assertThatThrownBy(() -> client.call(update.updateExpression("SET " + tooMany).build()))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("operator number 301");
      assertThat(plain.scan(scan -> scan.tableName(TABLE)).items()).isEmpty();
    }
  }

  @Test
  void query_numberFirstWithAValueOfAnotherType_namesThePartitionKey(LocalDynamoDb local) {
    ShardingSpec spec =
        ShardingSpec.builder(TABLE)
            .partitionKey("pk")
            .shards(1)
            .shardedIndex(ShardedIndexSpec.numberFirst("byMood", MOOD.name(), MOOD.type(), 3))
            .build();
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec)) {
      QueryRequest query =
          query("byMood", "mood", "").toBuilder()
              .expressionAttributeValues(Map.of(":v", n(1)))
              .build();
      assertThatThrownBy(() -> client.call(query))
          .hasMessageContaining("partition key attribute 'mood' is compared");
    }
  }

  /** The table's shard follows from the indexed attribute, and rows come in any order. */
  @ParameterizedTest
  @EnumSource(ScatterOrder.class)
  void query_indexedAttributeIsTheDeterminantToo_goesOnFromAnyKey(
      ScatterOrder order, LocalDynamoDb local) {
    ShardingSpec spec =
        spec(4, 3).toBuilder().selector(ShardSelector.hashOf("mood")).order(order).build();
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec)) {
      for (int i = 0; i < 20; i++) {
        client.call(put(with(vote(i), "mood", s(i % 5 == 0 ? "old" : "new"))));
      }
      QueryRequest query = query("byMood", "mood", "new").toBuilder().limit(3).build();
      for (boolean forward : new boolean[] {true, false}) {
        QueryRequest directed = query.toBuilder().scanIndexForward(forward).build();
        List<Map<String, AttributeValue>> rows = rest(client, directed);
        assertThat(rows).doesNotHaveDuplicates().hasSize(16);
        for (int i = 0; i < 16; i++) {
          QueryRequest next = directed.toBuilder().exclusiveStartKey(rows.get(i)).build();
          assertThat(rest(client, next)).isEqualTo(rows.subList(i + 1, 16));
        }
      }
      UpdateItemRequest.Builder update =
          UpdateItemRequest.builder()
              .tableName(TABLE)
              .key(vote(99))
              .updateExpression("SET n = :n")
              .expressionAttributeValues(Map.of(":n", n(1)))
              .returnValues(ReturnValue.ALL_NEW);
      assertThat(client.call(update.build()).attributes()).isEqualTo(with(vote(99), "n", n(1)));
      assertThat(rest(client, query)).contains(with(vote(99), "n", n(1))).hasSize(17);
    }
  }

  @Test
  void scan_segmentsOfTheIndex_findEachEntryOnce(LocalDynamoDb local) {
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec(4, 3))) {
      for (int i = 0; i < 20; i++) {
        client.call(put(vote(i)));
      }
      List<Map<String, AttributeValue>> items = new ArrayList<>();
      for (int segment = 0; segment < 3; segment++) {
        Map<String, AttributeValue> start = null;
        do {
          ScanResponse page =
              client.call(
                  ScanRequest.builder()
                      .tableName(TABLE)
                      .indexName("byMood")
                      .totalSegments(3)
                      .segment(segment)
                      .limit(2)
                      .exclusiveStartKey(start)
                      .build());
          items.addAll(page.items());
          start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
        } while (start != null);
      }
      assertThat(items)
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, 20).mapToObj(ShardedIndexEdgeTest::vote).toList());
    }
  }

  @Test
  void scan_startKeyThatNamesTheNumber_isInvalidUnlessTheNumberIsForeign(
      LocalDynamoDb local, DynamoDbClient plain) {
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec(4, 3))) {
      for (int i = 0; i < 3; i++) {
        Map<String, AttributeValue> foreign = with(vote(i), "num", n(70 + i));
        plain.putItem(put(foreign));
      }
      ScanRequest scan =
          ScanRequest.builder().tableName(TABLE).indexName("byMood").limit(1).build();
      List<Map<String, AttributeValue>> items = new ArrayList<>();
      Map<String, AttributeValue> start = null;
      do {
        ScanResponse page = client.call(scan.toBuilder().exclusiveStartKey(start).build());
        items.addAll(page.items());
        start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
      } while (start != null);
      assertThat(items).containsExactlyInAnyOrder(vote(0), vote(1), vote(2));
      Map<String, AttributeValue> own = with(vote(1), "num", n(1));
      assertThatThrownBy(() -> client.call(scan.toBuilder().exclusiveStartKey(own).build()))
          .isInstanceOf(DynamoDbException.class);
    }
  }
}
