package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.sortKeys;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Queries on the indexes of a table of 40 items over 4 shards, with ten sort values {@code v}: what
 * they send, what they refuse, and what a table without shards answers.
 */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class IndexQueryTest {
  private static final int SHARDS = 4;
  private static final ShardingSpec SPEC =
      ShardingSpec.builder("orders")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(SHARDS)
          .shards(KeyRule.startingWith("PLAIN", 1))
          .localIndex("byV", KeyAttribute.ofNumber("v"))
          .globalIndex("byU", KeyAttribute.ofString("u"))
          .globalIndex("unsorted")
          .build();

  /** The shard follows from an index sort key. */
  private static final ShardingSpec PINNED =
      SPEC.toBuilder().selector(ShardSelector.hashOf("u")).build();

  private final List<SdkRequest> sent = new CopyOnWriteArrayList<>();
  private LocalDynamoDb local;
  private Face face;
  private Face async;

  @BeforeAll
  void create(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    CreateTableRequest table = table("orders");
    face = Face.Kind.SYNC.open(local, sent::add, SPEC);
    async = Face.Kind.ASYNC.open(local, SPEC);
    face.call(table);
    plain.createTable(table.toBuilder().tableName("twin").build());
    for (int i = 0; i < 40; i++) {
      put(plain, item("hot", i));
    }
    for (int i = 0; i < 5; i++) {
      put(plain, item("PLAIN", i));
    }
  }

  private void put(DynamoDbClient plain, Map<String, AttributeValue> item) {
    face.put(PutItemRequest.builder().tableName("orders").item(item).build());
    plain.putItem(put -> put.tableName("twin").item(item));
  }

  @AfterAll
  void close() {
    face.close();
    async.close();
  }

  @BeforeEach
  void forget() {
    sent.clear();
  }

  /** {@code u} tells items apart, {@code v} does not, and {@code phase} is no sharded attribute. */
  private static Map<String, AttributeValue> item(String pk, int i) {
    return Map.of(
        "pk", s(pk),
        "sk", s("s%02d".formatted(i)),
        "v", n(i % 10),
        "u", s("u%02d".formatted(i * 7 % 40)),
        "phase", s(i % 2 == 0 ? "open" : "done"));
  }

  private static CreateTableRequest table(String name) {
    return CreateTableRequest.builder()
        .tableName(name)
        .billingMode("PAY_PER_REQUEST")
        .keySchema(key("pk", "sk"))
        .attributeDefinitions(
            List.of("pk", "sk", "u", "v", "phase").stream().map(IndexQueryTest::define).toList())
        .localSecondaryIndexes(
            LocalSecondaryIndex.builder()
                .indexName("byV")
                .keySchema(key("pk", "v"))
                .projection(p -> p.projectionType(ProjectionType.KEYS_ONLY))
                .build())
        .globalSecondaryIndexes(
            global("byU", key("pk", "u")),
            global("unsorted", key("pk", null)),
            global("byState", key("phase", "sk")),
            global("byStateAndKey", key("phase", "pk")))
        .build();
  }

  private static AttributeDefinition define(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(name.equals("v") ? ScalarAttributeType.N : ScalarAttributeType.S)
        .build();
  }

  private static GlobalSecondaryIndex global(String name, List<KeySchemaElement> key) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(key)
        .projection(p -> p.projectionType(ProjectionType.ALL))
        .build();
  }

  private static List<KeySchemaElement> key(String partition, String sort) {
    KeySchemaElement hash =
        KeySchemaElement.builder().attributeName(partition).keyType(KeyType.HASH).build();
    return sort == null
        ? List.of(hash)
        : List.of(
            hash, KeySchemaElement.builder().attributeName(sort).keyType(KeyType.RANGE).build());
  }

  private static QueryRequest.Builder query(String index, String condition) {
    Map<String, AttributeValue> values = new HashMap<>();
    if (condition.contains(":pk")) {
      values.put(":pk", s("hot"));
    }
    if (condition.contains(":v")) {
      values.put(":v", n(5));
    }
    if (condition.contains(":u")) {
      values.put(":u", s("u05"));
    }
    if (condition.contains(":phase")) {
      values.put(":phase", s("open"));
    }
    return QueryRequest.builder()
        .tableName("orders")
        .indexName(index)
        .keyConditionExpression(condition)
        .expressionAttributeValues(values);
  }

  private static Map<String, AttributeValue> key(String pk, String sk, int v) {
    return Map.of("pk", s(pk), "sk", s(sk), "v", n(v));
  }

  @ParameterizedTest
  @CsvSource({
    "pk = :pk,true",
    "pk = :pk,false",
    "pk = :pk AND u > :u,true",
    "pk = :pk AND u <= :u,false",
    "'pk = :pk AND begins_with(u, :u)',true"
  })
  void query_whereSortValuesAreUnique_answersAsATableWithoutShards(
      String condition, boolean forward, DynamoDbClient plain) {
    QueryRequest.Builder query = query("byU", condition).scanIndexForward(forward).limit(7);
    Map<String, AttributeValue> startKey = null;
    do {
      QueryRequest request = query.exclusiveStartKey(startKey).build();
      QueryResponse expected = plain.query(request.toBuilder().tableName("twin").build());
      QueryResponse actual = face.query(request);
      assertThat(actual.items()).isEqualTo(expected.items());
      assertThat(actual.count()).isEqualTo(expected.count());
      assertThat(actual.lastEvaluatedKey()).isEqualTo(expected.lastEvaluatedKey());
      startKey = expected.lastEvaluatedKey().isEmpty() ? null : expected.lastEvaluatedKey();
    } while (startKey != null);
  }

  @Test
  void query_allTiesOfOneValue_comeOnceOverPagesOfOne() {
    QueryRequest.Builder query = query("byV", "pk = :pk AND v = :v").limit(1);
    List<String> seen = new ArrayList<>();
    Map<String, AttributeValue> startKey = null;
    do {
      QueryResponse page = face.query(query.exclusiveStartKey(startKey).build());
      seen.addAll(sortKeys(page.items()));
      startKey = page.lastEvaluatedKey().isEmpty() ? null : page.lastEvaluatedKey();
      assertThat(page.lastEvaluatedKey().keySet()).isIn(Set.of(), Set.of("pk", "sk", "v"));
    } while (startKey != null);
    assertThat(seen).containsExactlyInAnyOrder("s05", "s15", "s25", "s35");
  }

  @Test
  void query_projectionWithoutKeys_returnsWhatItNamesAndStillPages() {
    QueryResponse page =
        face.query(query("byV", "pk = :pk").projectionExpression("u").limit(3).build());
    assertThat(page.items()).hasSize(3).allMatch(item -> item.keySet().equals(Set.of("u")));
    assertThat(page.lastEvaluatedKey()).containsOnlyKeys("pk", "sk", "v");
  }

  @ParameterizedTest
  @CsvSource({"sk.x", "v[0]", "u.x", "pk.x", "'v.x, sk'"})
  void query_pathIntoAKeyAttribute_isTheEnginesToRefuse(String projection) {
    assertThatThrownBy(
            () -> face.query(query("byV", "pk = :pk").projectionExpression(projection).build()))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("Key attributes must be scalars");
  }

  @Test
  void query_selectThatTheSdkDoesNotKnow_isSentAsWritten() {
    QueryRequest query =
        query("byU", "pk = :plain")
            .expressionAttributeValues(Map.of(":plain", s("PLAIN")))
            .select("LATER")
            .build();
    assertThatThrownBy(() -> face.query(query)).isInstanceOf(DynamoDbException.class);
    assertThat(sent)
        .singleElement()
        .extracting(request -> ((QueryRequest) request).selectAsString())
        .isEqualTo("LATER");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ALL_PROJECTED_ATTRIBUTES", "ALL_ATTRIBUTES"})
  void query_selectOnAKeysOnlyLocalIndex_showsWhatWasAskedFor(Select select) {
    QueryResponse page = face.query(query("byV", "pk = :pk").select(select).build());
    boolean whole = select == Select.ALL_ATTRIBUTES;
    assertThat(page.items())
        .hasSize(40)
        .allMatch(item -> item.get("pk").equals(s("hot")))
        .allMatch(item -> item.size() == (whole ? 5 : 3));
  }

  @Test
  void query_count_sumsAndPagesWithoutItems() {
    QueryRequest count = query("byV", "pk = :pk AND v >= :v").select(Select.COUNT).build();
    QueryResponse page = face.query(count.toBuilder().limit(13).build());
    assertThat(page.count()).isEqualTo(13);
    assertThat(page.hasItems()).isFalse();
    QueryResponse rest =
        face.query(count.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build());
    assertThat(rest.count()).isEqualTo(7);
    assertThat(rest.lastEvaluatedKey()).isEmpty();
  }

  @Test
  void query_plainKey_isOneRequest() {
    QueryRequest plain =
        query("byV", "pk = :pk")
            .expressionAttributeValues(Map.of(":pk", s("PLAIN")))
            .limit(2)
            .build();
    QueryResponse first = face.query(plain);
    assertThat(sortKeys(first.items())).containsExactly("s00", "s01");
    assertThat(first.lastEvaluatedKey()).isEqualTo(key("PLAIN", "s01", 1));
    QueryResponse rest =
        face.query(
            plain.toBuilder().limit(null).exclusiveStartKey(first.lastEvaluatedKey()).build());
    assertThat(sortKeys(rest.items())).containsExactly("s02", "s03", "s04");
    assertThat(sent).hasSize(2);
  }

  @Test
  void query_conditionThatGivesAllDeterminants_isOneRequest() {
    try (Face pinned = Face.Kind.SYNC.open(local, sent::add, PINNED)) {
      QueryRequest.Builder pin = query("byU", "pk = :pk AND u = :u");
      pinned.query(pin.build());
      assertThat(sent).hasSize(1);
      pinned.query(query("byU", "pk = :pk AND u >= :u").build());
      assertThat(sent).hasSize(1 + SHARDS);
      assertThatThrownBy(
              () ->
                  pinned.query(
                      pin.exclusiveStartKey(Map.of("pk", s("hot"), "sk", s("s00"), "u", s("u06")))
                          .build()))
          .isInstanceOf(InvalidStartKeyException.class)
          .hasMessageContaining("outside the key condition");
    }
    face.query(query("byU", "pk = :pk AND u = :u").build());
    assertThat(sent)
        .as("the sort key tells the shard, the index's does not")
        .hasSize(1 + 2 * SHARDS);
  }

  @Test
  void query_consistentReadOfAGlobalIndex_failsAsDynamoDbSaysAfterOneRequest() {
    assertThatThrownBy(() -> face.query(query("byU", "pk = :pk").consistentRead(true).build()))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("Consistent reads are not supported on global secondary indexes");
    assertThat(sent).hasSize(1);
    assertThat(face.query(query("byV", "pk = :pk").consistentRead(true).build()).count())
        .isEqualTo(40);
  }

  @Test
  void query_consumedCapacity_isTheSumOfTheShards() {
    QueryResponse page =
        face.query(
            query("byU", "pk = :pk")
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build());
    assertThat(page.consumedCapacity().capacityUnits()).isEqualTo(0.5 * SHARDS);
    assertThat(page.consumedCapacity().globalSecondaryIndexes()).containsKey("byU");
  }

  @Test
  void query_indexWithAnotherPartitionKey_passesAndPagesLogically(DynamoDbClient plain) {
    QueryRequest all = query("byState", "phase = :phase").build();
    QueryResponse whole = face.query(all);
    assertThat(sent).containsExactly(all);
    assertThat(whole.items())
        .containsExactlyInAnyOrderElementsOf(
            plain.query(all.toBuilder().tableName("twin").build()).items());
    QueryResponse first = face.query(all.toBuilder().limit(5).build());
    assertThat(first.lastEvaluatedKey()).containsOnlyKeys("pk", "sk", "phase");
    assertThat(first.lastEvaluatedKey().get("pk").s()).isIn("hot", "PLAIN");
    QueryResponse rest =
        async.query(all.toBuilder().exclusiveStartKey(first.lastEvaluatedKey()).build());
    assertThat(rest.items()).isEqualTo(whole.items().subList(5, whole.items().size()));
    assertThat(sent).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "byState, pk = :pk, declare the index with localIndex or globalIndex",
    "byStateAndKey, phase = :phase AND pk = :pk, declare the index with localIndex or globalIndex",
    "'byStateAndKey', 'phase = :phase AND begins_with(pk, :pk)', 'compares ''pk'', the sort key of index ''byStateAndKey'', whose stored values are physical ones'",
    "byV, v = :v, does not say what 'pk' equals",
    "byV, pk = :pk AND u = :u, names attributes other than 'pk' and 'v'",
    "unsorted, pk = :pk AND u = :u, names attributes other than 'pk'",
    "byU, pk = :pk AND u > :pk2, 'uses :pk2, which is not defined'",
    "'byV', 'pk = :pk AND begins_with(v, :v)', 'is asked of sort key attribute ''v'', which is a number'",
    "byV, pk = :pk AND v = :u, 'sort key attribute ''v'' is compared with a value of type S, but the spec says N'"
  })
  void query_thatCannotBeMerged_isRefusedUnsent(String index, String condition, String reason) {
    QueryRequest request = query(index, condition).build();
    assertThatThrownBy(() -> face.query(request))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining(reason.replace("''", "'"));
    assertThatThrownBy(() -> async.query(request)).isInstanceOf(RefusedOperationException.class);
    assertThat(sent).isEmpty();
  }

  @Test
  void query_filterOnTheStoredKeyOfAnotherIndex_isRefusedUnsent() {
    QueryRequest.Builder query =
        query("byState", "phase = :phase")
            .filterExpression("pk = :p")
            .expressionAttributeValues(Map.of(":phase", s("open"), ":p", s("hot")));
    assertThatThrownBy(() -> face.query(query.build()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("'pk'");
    assertThat(sent).isEmpty();
  }

  @Test
  void query_startKeyThatIsNoneOfThisQuery_isRefusedUnsent() {
    Map<String, AttributeValue> key = key("hot", "s07", 7);
    assertInvalid(key("cold", "s07", 7), "another value of 'pk'");
    assertInvalid(key("hot", "s04", 4), "outside the key condition");
    assertInvalid(Map.of("pk", s("hot"), "sk", s("s07")), "lacks 'v'");
    assertInvalid(Map.of("pk", s("hot"), "v", n(7)), "lacks 'sk'");
    assertInvalid(with(key, "v", s("7")), "'v' is of type S, not N");
    assertInvalid(with(key, "v", n("seven")), "'v' is not a number");
    assertInvalid(with(key, "sk", n(7)), "'sk' is of type N, not S");
    assertInvalid(with(key, "sk", s("")), "'sk' is empty");
    assertInvalid(with(key, "sk", s("s".repeat(1025))), "longer than a sort key");
    assertInvalid(with(key, "sk", s("s\ud83d")), "text cut within a character");
    assertInvalid(with(key, "u", s("u09")), "[u], which is no part of the key");
    assertInvalid(with(key, "evenkeel.shard", s("1.0.edited")), "not made for this key");
    assertThat(sent).isEmpty();
  }

  private void assertInvalid(Map<String, AttributeValue> startKey, String why) {
    QueryRequest request = query("byV", "pk = :pk AND v >= :v").exclusiveStartKey(startKey).build();
    assertThatThrownBy(() -> face.query(request))
        .isInstanceOf(InvalidStartKeyException.class)
        .hasMessageContaining(why);
    assertThatThrownBy(() -> async.query(request)).isInstanceOf(InvalidStartKeyException.class);
  }

  @Test
  void query_startKeyThatDoesNotTellTheShard_isRefusedAndTheReturnedOneTaken() {
    try (Face byState = Face.Kind.SYNC.open(local, sent::add, byState())) {
      QueryRequest query = query("byV", "pk = :pk").limit(1).build();
      QueryResponse first = byState.query(query);
      Map<String, AttributeValue> startKey = first.lastEvaluatedKey();
      assertThat(startKey).containsOnlyKeys("pk", "sk", "v", "evenkeel.shard");
      sent.clear();
      Map<String, AttributeValue> bare = new HashMap<>(startKey);
      bare.remove("evenkeel.shard");
      assertRefused(byState, query, bare, "does not tell the shard, which an index needs");
      Map<String, AttributeValue> moved = with(startKey, "v", n(3));
      assertRefused(byState, query, moved, "not made for this key by this spec");
      assertThat(sent).isEmpty();
      assertThat(byState.query(query.toBuilder().exclusiveStartKey(startKey).build()).count())
          .isEqualTo(1);
    }
  }

  private static ShardingSpec byState() {
    return SPEC.toBuilder().selector(ShardSelector.hashOf("phase")).build();
  }

  private static void assertRefused(
      Face face, QueryRequest query, Map<String, AttributeValue> startKey, String why) {
    assertThatThrownBy(() -> face.query(query.toBuilder().exclusiveStartKey(startKey).build()))
        .isInstanceOf(InvalidStartKeyException.class)
        .hasMessageContaining(why);
  }

  @Test
  void createTable_declaredIndexWithAnotherKey_isRefused() {
    CreateTableRequest table = table("orders");
    assertThatThrownBy(
            () ->
                face.call(
                    table.toBuilder()
                        .globalSecondaryIndexes(global("byU", key("pk", "phase")))
                        .build()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining(
            "index 'byU' is not the global index that the spec declares, with partition key 'pk'"
                + " and sort key 'u' of type S");
    assertThatThrownBy(
            () ->
                face.call(
                    table.toBuilder()
                        .localSecondaryIndexes(List.of())
                        .globalSecondaryIndexes(global("byV", key("pk", "v")))
                        .build()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("index 'byV' is not the local index");
    assertThat(sent).isEmpty();
  }
}
