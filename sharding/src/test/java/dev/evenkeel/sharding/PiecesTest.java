package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.sortKeys;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** A plain table full of data gets shards from a sort key on: nothing moves, nothing is missed. */
@ExtendWith(LocalDynamoDbExtension.class)
class PiecesTest {
  private static final ShardingSpec ADOPTED =
      ShardingSpec.builder("clicks")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(Pieces.shards(1).from("t10", 4).from("t20", 8))
          .build();

  private final DynamoDbClient plain;
  private final Recorder recorder = new Recorder();
  private final ShardingDynamoDbClient client;

  PiecesTest(DynamoDbClient plain) {
    this.plain = plain;
    this.client = ShardingDynamoDbClient.builder(plain).table(ADOPTED).listener(recorder).build();
  }

  /** Ten items by the plain SDK; twenty more by a client that knows the pieces. */
  @BeforeAll
  static void fill(DynamoDbClient plain) {
    PhysicalTables.create(plain, ADOPTED);
    IntStream.range(0, 10)
        .forEach(i -> plain.putItem(put -> put.tableName("clicks").item(item(i))));
    DynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(ADOPTED).build();
    IntStream.range(10, 30)
        .forEach(i -> client.putItem(put -> put.tableName("clicks").item(item(i))));
  }

  private static String time(int i) {
    return "t%02d".formatted(i);
  }

  private static Map<String, AttributeValue> item(int i) {
    return with(key("hot", time(i)), "v", n(i));
  }

  private static List<String> times(int from, int to) {
    return IntStream.range(from, to).mapToObj(PiecesTest::time).toList();
  }

  private static QueryRequest query(String sort, String... values) {
    QueryRequest.Builder query =
        QueryRequest.builder()
            .tableName("clicks")
            .keyConditionExpression("pk = :pk" + (sort.isEmpty() ? "" : " AND " + sort));
    Map<String, AttributeValue> all = new HashMap<>(Map.of(":pk", s("hot")));
    for (int i = 0; i < values.length; i++) {
      all.put(":v" + i, s(values[i]));
    }
    return query.expressionAttributeValues(all).build();
  }

  private int requests() {
    int sent = recorder.subRequests().size();
    recorder.forget();
    return sent;
  }

  @Test
  void query_overAllPieces_isInOrderForwardAndBackward() {
    assertThat(sortKeys(client.query(query("")).items())).isEqualTo(times(0, 30));
    List<String> backward =
        sortKeys(client.query(query("").toBuilder().scanIndexForward(false).build()).items());
    assertThat(backward).isEqualTo(times(0, 30).stream().sorted((a, b) -> b.compareTo(a)).toList());
  }

  @ParameterizedTest
  @CsvSource({"1, true", "1, false", "3, true", "7, false", "10, true", "30, false"})
  void query_pageByPage_passesTheBoundsWithoutLossOrRepetition(int limit, boolean forward) {
    QueryRequest first = query("").toBuilder().limit(limit).scanIndexForward(forward).build();
    List<String> found =
        client.queryPaginator(first).stream()
            .peek(
                page -> {
                  assertThat(page.count()).isLessThanOrEqualTo(limit);
                  assertThat(page.lastEvaluatedKey()).doesNotContainKey("evenkeel.shard");
                })
            .flatMap(page -> sortKeys(page.items()).stream())
            .toList();
    assertThat(found)
        .isEqualTo(
            forward
                ? times(0, 30)
                : times(0, 30).stream().sorted((a, b) -> b.compareTo(a)).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sk < :v0             | t10 |     | 1",
        "sk <= :v0            | t09 |     | 1",
        "sk BETWEEN :v0 AND :v1 | t02 | t08 | 1",
        "sk BETWEEN :v0 AND :v1 | t10 | t19 | 4",
        "sk >= :v0            | t20 |     | 8",
        "begins_with(sk, :v0) | t21 |     | 8",
        "begins_with(sk, :v0) | t12 |     | 4",
        "sk = :v0             | t12 |     | 1",
        "sk BETWEEN :v0 AND :v1 | t05 | t15 | 5",
        "sk > :v0             | t19 |     | 12", // t19x would be in the lower piece
        "begins_with(sk, :v0) | t2  |     | 12", // and so would t2
      })
  void query_conditionThatExcludesAPiece_asksNoneOfItsShards(
      String condition, String low, String high, int asked) {
    String[] values = high == null ? new String[] {low} : new String[] {low, high};
    QueryResponse answer = client.query(query(condition.strip(), values));
    assertThat(answer.items()).isNotEmpty();
    assertThat(requests()).isEqualTo(asked);
  }

  @Test
  void query_pageThatIsFullBeforeTheNextPiece_asksNothingOfIt() {
    client.query(query("").toBuilder().limit(5).build());
    assertThat(requests()).isEqualTo(1);
    client.query(query("").toBuilder().limit(5).scanIndexForward(false).build());
    assertThat(requests()).isEqualTo(8);
  }

  @Test
  void query_countWithFilter_countsEachRowOnce() {
    int count = 0;
    int scanned = 0;
    Map<String, AttributeValue> startKey = null;
    do {
      QueryResponse page =
          client.query(
              query("sk BETWEEN :v0 AND :v1", "t05", "t25").toBuilder()
                  .select(Select.COUNT)
                  .filterExpression("v <> :v2")
                  .expressionAttributeValues(
                      Map.of(":pk", s("hot"), ":v0", s("t05"), ":v1", s("t25"), ":v2", n(20)))
                  .limit(4)
                  .exclusiveStartKey(startKey)
                  .build());
      count += page.count();
      scanned += page.scannedCount();
      startKey = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
    } while (startKey != null);
    assertThat(count).isEqualTo(20);
    assertThat(scanned).isEqualTo(21);
  }

  @Test
  void items_ofEachPiece_areReadUpdatedAndDeletedByTheirKeys() {
    for (int i : new int[] {3, 13, 23}) {
      Map<String, AttributeValue> key = key("hot", time(i));
      assertThat(client.getItem(get -> get.tableName("clicks").key(key)).item()).isEqualTo(item(i));
      assertThat(requests()).isEqualTo(1);
      client.updateItem(
          update ->
              update
                  .tableName("clicks")
                  .key(key)
                  .updateExpression("SET w = :w")
                  .conditionExpression("attribute_exists(pk)")
                  .expressionAttributeValues(Map.of(":w", n(1))));
      client.deleteItem(delete -> delete.tableName("clicks").key(key));
      assertThat(client.getItem(get -> get.tableName("clicks").key(key)).hasItem()).isFalse();
      client.putItem(put -> put.tableName("clicks").item(item(i)));
      recorder.forget();
    }
    assertThat(plain.getItem(get -> get.tableName("clicks").key(key("hot", "t03"))).item())
        .as("an item below the first bound is where the plain SDK puts it")
        .isEqualTo(item(3));
  }

  @Test
  void scan_showsEveryItemOnceWithItsLogicalKey() {
    List<Map<String, AttributeValue>> items =
        client.scanPaginator(scan -> scan.tableName("clicks").limit(4)).items().stream().toList();
    assertThat(items)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 30).mapToObj(PiecesTest::item).toList());
  }

  @Test
  void explain_ofAQueryOverPieces_saysWhatFollows() {
    Explanation explanation = client.explain(query(""));
    assertThat(explanation.toString()).contains("then the 12 of the next pieces");
  }

  @Test
  void write_keyThatReadsLikeAShardOfAnother_isRefusedBeforeItIsSent() {
    assertThatThrownBy(
            () -> client.putItem(put -> put.tableName("clicks").item(key("hot.3", "t00"))))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("reads like a shard of another key")
        .hasMessageContaining("suffixFormat");
    assertThat(requests()).isZero();
  }

  @Test
  void write_withoutSortKey_isInvalidBeforeItIsSent() {
    assertThatThrownBy(
            () -> client.putItem(put -> put.tableName("clicks").item(Map.of("pk", s("hot")))))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("'sk'");
    assertThatThrownBy(
            () -> client.putItem(put -> put.tableName("clicks").item(key(s("hot"), n(4)))))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("of type N, but the spec says S");
    assertThat(requests()).isZero();
  }

  @Test
  void verifyAgainst_itemsInTheirPieces_fits_andAPieceInThePastDoesNot() {
    assertThatCode(() -> ADOPTED.verifyAgainst(plain)).doesNotThrowAnyException();
    ShardingSpec late = ADOPTED.toBuilder().shards(Pieces.shards(1).from("t05", 4)).build();
    assertThatThrownBy(() -> late.verifyAgainst(plain))
        .isInstanceOf(SpecMismatchException.class)
        .hasMessageContaining("sampled items");
  }

  @Test
  void byPartitionKey_keysThatCarryTime_haveTheirOwnCounts() {
    ShardingSpec days =
        ADOPTED.toBuilder()
            .shards(4)
            .shards(KeyRule.byPartitionKey(Pieces.shards(4).from("2026-12-01", 2).from("2027", 1)))
            .build();
    ShardingDynamoDbClient byDay =
        ShardingDynamoDbClient.builder(plain).table(days).listener(recorder).build();
    List.of("2026-11-30", "2026-12-01", "2027-01-01")
        .forEach(
            day ->
                byDay.query(
                    query("").toBuilder()
                        .expressionAttributeValues(Map.of(":pk", s(day)))
                        .build()));
    int looks = 2; // a sharded key without items is looked for once under its plain name
    assertThat(requests()).isEqualTo(4 + 2 + 1 + looks);
  }

  @Test
  void putItem_longPlainKeyBesideAKeyWithShards_isStored() {
    ShardingSpec spec =
        ADOPTED.toBuilder()
            .shards(1)
            .shards(KeyRule.exactly("hot", Pieces.shards(1).from("t10", 4)))
            .build();
    DynamoDbClient beside = ShardingDynamoDbClient.builder(plain).table(spec).build();
    Map<String, AttributeValue> longest = key("x".repeat(2048), "t00");
    beside.putItem(put -> put.tableName("clicks").item(longest));
    assertThat(beside.getItem(get -> get.tableName("clicks").key(longest)).item())
        .isEqualTo(longest);
    assertThat(plain.getItem(get -> get.tableName("clicks").key(longest)).hasItem()).isTrue();
    plain.deleteItem(delete -> delete.tableName("clicks").key(longest));
  }
}
