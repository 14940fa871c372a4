package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.sortKeys;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Start keys of queries: made by the library, made by hand, and wrong in every way. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class StartKeyTest {
  private static final String TOKEN = "evenkeel.shard";

  /** The shard follows from the sort key. */
  private static final ShardingSpec KEYED =
      ShardingSpec.builder("keyed").partitionKey("pk").sortKey("sk").shards(5).build();

  /** The shard follows from an attribute outside the key, so that sort keys may repeat. */
  private static final ShardingSpec TIED =
      ShardingSpec.builder("tied")
          .partitionKey("pk")
          .sortKey("sk", ScalarAttributeType.N)
          .shards(5)
          .selector(ShardSelector.hashOf("id"))
          .build();

  private static final List<String> EVEN =
      IntStream.range(0, 10).mapToObj(i -> "s%02d".formatted(2 * i)).toList();

  private DynamoDbClient plain;
  private ClientUnderTest tested;
  private ClientUnderTest other;
  private List<Map<String, AttributeValue>> tied;

  @BeforeAll
  void create(LocalDynamoDb local, DynamoDbClient plain) {
    this.plain = plain;
    tested = ShardedClients.open(Kind.SYNC, local, KEYED, TIED);
    other = ShardedClients.open(Kind.ASYNC, local, KEYED, TIED);
    PhysicalTables.create(plain, KEYED);
    PhysicalTables.create(plain, TIED);
    for (String sk : EVEN) {
      put("keyed", key("a", sk));
    }
    for (int i = 0; i < 60; i++) {
      put("tied", with(key(s("a"), n(i % 2)), "id", s("id" + i)));
    }
    tied = tested.call(all("tied").build()).items();
    assertThat(tied).as("five items with each sort key").hasSize(10);
  }

  @AfterAll
  void close() {
    tested.close();
    other.close();
  }

  private void put(String table, Map<String, AttributeValue> item) {
    tested.call(PutItemRequest.builder().tableName(table).item(item).build());
  }

  private static QueryRequest.Builder all(String table) {
    return QueryRequest.builder()
        .tableName(table)
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", s("a")));
  }

  private QueryResponse from(String table, Map<String, AttributeValue> startKey) {
    return tested.call(all(table).exclusiveStartKey(startKey).build());
  }

  @ParameterizedTest
  @CsvSource({"s00,true", "s05,true", "s18,true", "s99,true", "A,true", "s05,false", "s00,false"})
  void query_startKeyOfAnItemOrOfNone_goesOnBehindIt(String sk, boolean forward) {
    List<String> expected =
        new ArrayList<>(
            EVEN.stream()
                .filter(k -> forward ? k.compareTo(sk) > 0 : k.compareTo(sk) < 0)
                .toList());
    if (!forward) {
      Collections.reverse(expected);
    }
    QueryRequest request =
        all("keyed").scanIndexForward(forward).exclusiveStartKey(key("a", sk)).build();
    assertThat(sortKeys(tested.call(request).items())).isEqualTo(expected);
    assertThat(sortKeys(other.call(request).items())).isEqualTo(expected);
  }

  @Test
  void query_startKeyOfAnotherPartition_isRefused() {
    assertInvalid("keyed", key("b", "s00"), "another value of 'pk'");
    assertInvalid("keyed", key("a.1", "s00"), "another value of 'pk'");
  }

  @Test
  void query_startKeyWithMissingOrForeignAttributes_isRefused() {
    assertInvalid("keyed", Map.of("pk", s("a")), "lacks 'sk'");
    assertInvalid("keyed", Map.of("sk", s("s00")), "'pk'");
    assertInvalid("keyed", Map.of(), "'pk'");
    assertInvalid("keyed", with(key("a", "s00"), "n", n(1)), "[n], which is no part of the key");
  }

  @Test
  void query_startKeyOfAnotherType_isRefused() {
    assertInvalid("keyed", key(s("a"), n(1)), "type N, not S");
    assertInvalid("keyed", key(n(1), s("s00")), "'pk' is of type N");
    assertInvalid("tied", key(s("a"), n("many")), "number");
  }

  @Test
  void query_startKeyOutsideTheKeyCondition_isRefused() {
    for (String sk : List.of("s02", "s09", "s99")) {
      assertThatThrownBy(
              () ->
                  tested.call(
                      all("keyed")
                          .keyConditionExpression("pk = :pk AND sk BETWEEN :a AND :b")
                          .expressionAttributeValues(
                              Map.of(":pk", s("a"), ":a", s("s04"), ":b", s("s08")))
                          .exclusiveStartKey(key("a", sk))
                          .build()))
          .isInstanceOf(DynamoDbException.class)
          .hasMessageContaining("outside the key condition")
          .hasMessageNotContaining(sk);
    }
  }

  private void assertInvalid(String table, Map<String, AttributeValue> startKey, String why) {
    assertThatThrownBy(() -> from(table, startKey))
        .isInstanceOfAny(InvalidStartKeyException.class, DynamoDbException.class)
        .hasMessageContaining("Query on '%s' refused", table)
        .hasMessageContaining(why);
    assertThatThrownBy(() -> other.call(all(table).exclusiveStartKey(startKey).build()))
        .isInstanceOfAny(InvalidStartKeyException.class, DynamoDbException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"=", "<", "<=", ">", ">="})
  void query_startKeyAtTheBoundOfTheCondition_goesOnOrEnds(String operator) {
    for (boolean forward : new boolean[] {true, false}) {
      for (String sk : List.of("s08", "s09")) {
        QueryRequest.Builder query =
            all("keyed")
                .keyConditionExpression("pk = :pk AND sk " + operator + " :a")
                .expressionAttributeValues(Map.of(":pk", s("a"), ":a", s(sk)))
                .scanIndexForward(forward)
                .exclusiveStartKey(key("a", sk));
        if (operator.equals("<") || operator.equals(">")) {
          assertThatThrownBy(() -> tested.call(query.build()))
              .isInstanceOf(DynamoDbException.class);
        } else {
          boolean more = forward ? operator.equals(">=") : operator.equals("<=");
          assertThat(tested.call(query.build()).items().isEmpty()).isEqualTo(!more);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void query_repeatedSortKeys_pageOneByOneAcrossClients(boolean forward) {
    List<String> ids = new ArrayList<>();
    Map<String, AttributeValue> startKey = null;
    do {
      QueryRequest request =
          all("tied").limit(1).scanIndexForward(forward).exclusiveStartKey(startKey).build();
      QueryResponse page = (ids.size() % 2 == 0 ? tested : other).call(request);
      page.items().forEach(item -> ids.add(item.get("id").s()));
      startKey =
          page.lastEvaluatedKey().isEmpty() ? null : JsonKeys.roundTrip(page.lastEvaluatedKey());
      assertThat(ids).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(10);
    } while (startKey != null);
    assertThat(ids).hasSize(10);
  }

  @Test
  void query_tokenOfAnotherKeyOrEdited_isRefused() {
    Map<String, AttributeValue> good = tested.call(all("tied").limit(3).build()).lastEvaluatedKey();
    assertThat(good).containsOnlyKeys("pk", "sk", TOKEN);
    String token = good.get(TOKEN).s();
    assertThat(TOKEN.length() + token.length()).isLessThanOrEqualTo(64);
    assertInvalid("tied", with(good, "sk", n(1)), TOKEN);
    assertInvalid("tied", with(good, TOKEN, s("1.0" + token.substring(3))), TOKEN);
    assertInvalid("tied", with(good, TOKEN, s(token + "x")), TOKEN);
    assertInvalid("tied", with(good, TOKEN, s("2" + token.substring(1))), TOKEN);
    assertInvalid("tied", with(good, TOKEN, s("")), TOKEN);
    assertInvalid("tied", with(good, TOKEN, n(1)), TOKEN);
    assertInvalid("keyed", with(key("a", "s00"), TOKEN, good.get(TOKEN)), TOKEN);
  }

  @Test
  void query_tokenBesideANumberWrittenOtherwise_isTaken() {
    Map<String, AttributeValue> key = tested.call(all("tied").limit(7).build()).lastEvaluatedKey();
    assertThat(key).containsEntry("sk", n(1)).containsKey(TOKEN);
    assertThat(from("tied", with(key, "sk", n("1.0"))).items()).isEqualTo(tied.subList(7, 10));
  }

  @Test
  void query_startKeyWithTheDeterminant_goesOnBehindThatItem() {
    for (int i = 0; i < tied.size(); i++) {
      assertThat(from("tied", tied.get(i)).items())
          .as("after item %d", i)
          .isEqualTo(tied.subList(i + 1, tied.size()));
    }
  }

  @Test
  void query_startKeyWithoutTheDeterminant_goesOnBehindAllItsTies() {
    assertThat(from("tied", key(s("a"), n("0.0"))).items()).isEqualTo(tied.subList(5, 10));
  }

  /** Such a row breaks the promise of the spec; it must not make paging run in circles. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_itemOnAnotherShardThanItsOwn_doesNotStopPaging(Kind kind, LocalDynamoDb local) {
    ShardingSpec spec = KEYED.toBuilder().build();
    String pk = "misplaced" + kind;
    for (int shard = 0; shard < 5; shard++) {
      Map<String, AttributeValue> item = key(pk + "." + shard, "s" + shard);
      plain.putItem(put -> put.tableName("keyed").item(item));
    }
    try (ClientUnderTest client = ShardedClients.open(kind, local, spec)) {
      for (boolean forward : new boolean[] {true, false}) {
        for (boolean filtered : new boolean[] {true, false}) {
          assertThat(pages(client, pk, forward, filtered))
              .containsExactlyElementsOf(
                  forward
                      ? List.of("s0", "s1", "s2", "s3", "s4")
                      : List.of("s4", "s3", "s2", "s1", "s0"));
        }
      }
    }
  }

  private static List<String> pages(
      ClientUnderTest client, String pk, boolean forward, boolean filtered) {
    List<String> found = new ArrayList<>();
    Map<String, AttributeValue> startKey = null;
    for (int page = 0; page < 12; page++) {
      QueryResponse response =
          client.call(
              QueryRequest.builder()
                  .tableName("keyed")
                  .keyConditionExpression("pk = :pk")
                  .expressionAttributeValues(Map.of(":pk", s(pk)))
                  .filterExpression(filtered ? "attribute_not_exists(n)" : null)
                  .limit(1)
                  .scanIndexForward(forward)
                  .exclusiveStartKey(startKey)
                  .build());
      found.addAll(sortKeys(response.items()));
      if (response.lastEvaluatedKey().isEmpty()) {
        return found;
      }
      startKey = new HashMap<>(response.lastEvaluatedKey());
    }
    return found;
  }
}
