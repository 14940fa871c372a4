package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.b;
import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.sortKeys;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Queries at the edges of what DynamoDB accepts, on a table of 20 items over 7 shards. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class QueryEdgeTest {
  private static final ShardingSpec SPEC =
      ShardingSpec.builder("edges").partitionKey("pk").sortKey("sk").shards(7).build();
  private static final List<String> ALL =
      IntStream.range(0, 20).mapToObj("s%02d"::formatted).toList();

  private DynamoDbClient plain;
  private ShardingDynamoDbClient sharded;

  @BeforeAll
  void create(DynamoDbClient plain) {
    this.plain = plain;
    sharded = ShardingDynamoDbClient.builder(plain).table(SPEC).build();
    PhysicalTables.create(plain, SPEC);
    for (String sk : ALL) {
      put(SPEC, with(with(key("a", sk), "n", n(sk.substring(1))), "m", map("x", s(sk))));
    }
  }

  @AfterAll
  void close() {
    sharded.close();
  }

  private void put(ShardingSpec spec, Map<String, AttributeValue> item) {
    sharded.putItem(put -> put.tableName(spec.tableName()).item(item));
  }

  private static AttributeValue map(String name, AttributeValue value) {
    return AttributeValue.fromM(Map.of(name, value));
  }

  private static QueryRequest.Builder query(String condition) {
    return QueryRequest.builder().tableName("edges").keyConditionExpression(condition);
  }

  private static QueryRequest.Builder all() {
    return query("pk = :pk").expressionAttributeValues(Map.of(":pk", s("a")));
  }

  private QueryResponse run(QueryRequest.Builder query) {
    return sharded.query(query.build());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pk = :pk AND sk >= :a",
        "pk = :pk and sk >= :a",
        "sk >= :a AND pk = :pk",
        "(pk = :pk) AND (sk >= :a)",
        "(sk>=:a)and(pk=:pk)",
        "  pk=:pk   And   sk   >=  :a "
      })
  void query_howeverTheConditionIsWritten_meansTheSame(String condition) {
    QueryResponse response =
        run(query(condition).expressionAttributeValues(Map.of(":pk", s("a"), ":a", s("s15"))));
    assertThat(sortKeys(response.items())).isEqualTo(ALL.subList(15, 20));
  }

  @Test
  void query_onePlaceholderForKeyAndFilter_keepsTheFilterLogical() {
    put(SPEC, with(key("same", "same"), "n", s("same")));
    put(SPEC, with(key("same", "tame"), "n", s("other")));
    QueryResponse response =
        run(
            query("pk = :v")
                .filterExpression("n = :v")
                .expressionAttributeValues(Map.of(":v", s("same"))));
    assertThat(sortKeys(response.items())).containsExactly("same");
    QueryResponse both =
        run(
            query("pk = :v AND sk >= :v")
                .filterExpression("NOT n = :v")
                .expressionAttributeValues(Map.of(":v", s("same"))));
    assertThat(sortKeys(both.items())).containsExactly("tame");
  }

  @Test
  void query_theLibrarysOwnPlaceholderNames_areLeftToTheCaller() {
    QueryResponse response =
        run(
            query("#ek0 = :ek0 AND #ek1 >= :ek1")
                .filterExpression("#ek2 < :ek2")
                .projectionExpression("#ek2")
                .expressionAttributeNames(Map.of("#ek0", "pk", "#ek1", "sk", "#ek2", "n"))
                .expressionAttributeValues(Map.of(":ek0", s("a"), ":ek1", s("s03"), ":ek2", n(5))));
    assertThat(response.items()).containsExactly(Map.of("n", n(3)), Map.of("n", n(4)));
  }

  @ParameterizedTest
  @ValueSource(strings = {":ek0", ":ek1", ":missing"})
  void query_undefinedValuePlaceholder_isRefusedWhateverItsName(String placeholder) {
    assertRefusedByDynamoDb(all().filterExpression("n <> " + placeholder), placeholder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"#ek0", "#ek1", "#missing"})
  void query_undefinedNamePlaceholder_isRefusedWhateverItsName(String placeholder) {
    assertThatThrownBy(() -> run(all().filterExpression(placeholder + " = :pk")))
        .isInstanceOfAny(DynamoDbException.class, DecoratorException.class)
        .hasMessageContaining(placeholder);
    assertThatThrownBy(() -> run(all().projectionExpression("n, " + placeholder)))
        .isInstanceOfAny(DynamoDbException.class, DecoratorException.class)
        .hasMessageContaining(placeholder);
  }

  @Test
  void query_unusedPlaceholders_areRefusedAsDynamoDbDoes() {
    assertRefusedByDynamoDb(
        query("pk = :pk").expressionAttributeValues(Map.of(":pk", s("a"), ":idle", s("a"))),
        ":idle");
    assertRefusedByDynamoDb(
        all().select(Select.COUNT).expressionAttributeNames(Map.of("#idle", "n")), "#idle");
    assertRefusedByDynamoDb(
        query("pk = :pk AND sk = :sk")
            .expressionAttributeValues(Map.of(":pk", s("a"), ":sk", s("s01"), ":idle", s("a"))),
        ":idle");
  }

  private void assertRefusedByDynamoDb(QueryRequest.Builder query, String named) {
    assertThatThrownBy(() -> run(query))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining(named);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n", "sk", "#n, #s", "m.x", "pk", "m.x, pk", "absent",
      })
  void query_projection_returnsWhatItNamesAndNothingElse(String projection) {
    Map<String, String> names = new HashMap<>();
    if (projection.contains("#n")) {
      names.putAll(Map.of("#n", "n", "#s", "sk"));
    }
    QueryRequest.Builder query = all().limit(3).projectionExpression(projection);
    if (!names.isEmpty()) {
      query.expressionAttributeNames(names);
    }
    List<Map<String, AttributeValue>> expected = new ArrayList<>();
    for (String sk : ALL.subList(0, 3)) {
      Map<String, AttributeValue> item = new HashMap<>();
      for (String path : projection.split(", ", -1)) {
        switch (path) {
          case "n", "#n" -> item.put("n", n(Integer.parseInt(sk.substring(1))));
          case "sk", "#s" -> item.put("sk", s(sk));
          case "m.x" -> item.put("m", map("x", s(sk)));
          case "pk" -> item.put("pk", s("a"));
          default -> {}
        }
      }
      expected.add(item);
    }
    QueryResponse response = run(query);
    assertThat(response.items()).isEqualTo(expected);
    assertThat(response.lastEvaluatedKey()).isEqualTo(key("a", "s02"));
    query.select(Select.SPECIFIC_ATTRIBUTES);
    assertThat(run(query).items()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"n, sk.x", "sk[0]"})
  void query_projectionInsideTheSortKey_isRefusedByDynamoDb(String projection) {
    assertThatThrownBy(() -> run(all().projectionExpression(projection)))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("Key attributes must be scalars");
  }

  @Test
  void query_sortKeyProjectedTwice_isRefused() {
    assertThatThrownBy(
            () ->
                run(
                    all()
                        .projectionExpression("sk, #s")
                        .expressionAttributeNames(Map.of("#s", "sk"))))
        .isInstanceOfAny(DynamoDbException.class, DecoratorException.class)
        .hasMessageContaining("overlap");
  }

  @Test
  void query_selectCount_sumsAndReturnsNoItems() {
    QueryResponse response =
        run(
            all()
                .select(Select.COUNT)
                .filterExpression("n < :n")
                .expressionAttributeValues(Map.of(":pk", s("a"), ":n", n(5))));
    assertThat(response.count()).isEqualTo(5);
    assertThat(response.scannedCount()).isEqualTo(20);
    assertThat(response.hasItems()).isFalse();
    assertThat(response.hasLastEvaluatedKey()).isFalse();
  }

  @Test
  void query_selectThatNeedsAnotherParameter_isRefusedByDynamoDb() {
    assertThatThrownBy(() -> run(all().select(Select.SPECIFIC_ATTRIBUTES)))
        .isInstanceOf(DynamoDbException.class);
    assertThatThrownBy(() -> run(all().select(Select.COUNT).projectionExpression("n")))
        .isInstanceOf(DynamoDbException.class);
    assertThatThrownBy(() -> run(all().select(Select.ALL_ATTRIBUTES).projectionExpression("n")))
        .isInstanceOf(DynamoDbException.class);
  }

  @ParameterizedTest
  @CsvSource({"0,0", "1,1", "10,10", "100,20"})
  void query_filterOfAnyStrength_pagesToTheEnd(int keepBelow, int expected) {
    QueryRequest.Builder query =
        all()
            .limit(3)
            .filterExpression("n < :n")
            .expressionAttributeValues(Map.of(":pk", s("a"), ":n", n(keepBelow)));
    List<String> found = new ArrayList<>();
    int pages = 0;
    for (QueryResponse page : sharded.queryPaginator(query.build())) {
      assertThat(page.count()).isLessThanOrEqualTo(3).isEqualTo(page.items().size());
      found.addAll(sortKeys(page.items()));
      assertThat(++pages).isLessThanOrEqualTo(21);
    }
    assertThat(found).isEqualTo(ALL.subList(0, expected));
  }

  @ParameterizedTest
  @CsvSource({
    "1,true",
    "1,false",
    "19,true",
    "20,true",
    "20,false",
    "1000,true",
    "2147483647,false"
  })
  void query_anyLimitAndDirection_pagesToTheEnd(int limit, boolean forward) {
    List<String> found = new ArrayList<>();
    sharded
        .queryPaginator(all().limit(limit).scanIndexForward(forward).build())
        .forEach(page -> found.addAll(sortKeys(page.items())));
    List<String> expected = new ArrayList<>(ALL);
    if (!forward) {
      Collections.reverse(expected);
    }
    assertThat(found).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void query_limitBelowOne_isRefusedByDynamoDb(int limit) {
    assertThatThrownBy(() -> run(all().limit(limit)))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("Limit");
  }

  @Test
  void query_emptyBetween_isRefusedByDynamoDb() {
    assertThatThrownBy(
            () ->
                run(
                    query("pk = :pk AND sk BETWEEN :b AND :a")
                        .expressionAttributeValues(
                            Map.of(":pk", s("a"), ":a", s("a"), ":b", s("b")))))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("BETWEEN");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pk = :pk AND n = :a",
        "pk > :pk",
        "sk = :a",
        "pk = :pk OR sk = :a",
        "pk = :pk AND pk = :a",
        "pk = :pk AND sk <> :a",
        "pk = :pk AND sk IN (:a)",
        "pk = :pk AND sk > :a AND sk < :a",
        "pk = :pk AND contains(sk, :a)",
        "pk = :pk AND NOT sk = :a",
        ""
      })
  void query_conditionDynamoDbWouldRefuse_isRefusedBeforehand(String condition) {
    assertThatThrownBy(
            () ->
                run(
                    query(condition)
                        .expressionAttributeValues(Map.of(":pk", s("a"), ":a", s("s01")))))
        .isInstanceOfAny(DynamoDbException.class, DecoratorException.class);
  }

  @Test
  void query_beginsWithOddPrefixes_takesWhatBeginsWithThem() {
    String last = new String(Character.toChars(Character.MAX_CODE_POINT));
    List<String> keys =
        List.of(
            "p",
            "p\u007f",
            "p\u007fx",
            "p\u0080",
            "p\ud7ff",
            "p\ud7ff!",
            "p\ue000",
            "p" + last,
            "p" + last + "z",
            "q",
            last,
            last + last);
    keys.forEach(sk -> put(SPEC, key("odd", sk)));
    for (String prefix : List.of("p", "p\u007f", "p\ud7ff", "p" + last, last)) {
      for (boolean forward : new boolean[] {true, false}) {
        List<String> found = new ArrayList<>();
        sharded
            .queryPaginator(
                query("pk = :pk AND begins_with(sk, :p)")
                    .expressionAttributeValues(Map.of(":pk", s("odd"), ":p", s(prefix)))
                    .scanIndexForward(forward)
                    .limit(1)
                    .build())
            .forEach(page -> found.addAll(sortKeys(page.items())));
        List<String> expected =
            new ArrayList<>(keys.stream().filter(k -> k.startsWith(prefix)).toList());
        if (!forward) {
          Collections.reverse(expected);
        }
        assertThat(found).isEqualTo(expected);
      }
    }
  }

  @Test
  void query_emptyPrefix_isTreatedAsDynamoDbTreatsIt() {
    QueryRequest plainQuery =
        query("pk = :pk AND begins_with(sk, :p)")
            .expressionAttributeValues(Map.of(":pk", s("a.0"), ":p", s("")))
            .build();
    QueryRequest.Builder logical =
        plainQuery.toBuilder().expressionAttributeValues(Map.of(":pk", s("a"), ":p", s("")));
    assertThatThrownBy(() -> plain.query(plainQuery)).isInstanceOf(DynamoDbException.class);
    assertThatThrownBy(() -> run(logical)).isInstanceOf(DynamoDbException.class);
  }

  @Test
  void query_unpairedSurrogateInThePrefix_isRefusedClearly() {
    assertThatThrownBy(
            () ->
                run(
                    query("pk = :pk AND begins_with(sk, :p)")
                        .expressionAttributeValues(Map.of(":pk", s("a"), ":p", s("x\ud800")))))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("surrogate");
  }

  @Test
  void query_binaryAndNumberSortKeys_beginsWith() {
    ShardingSpec binary = create("binary", ScalarAttributeType.S, ScalarAttributeType.B);
    ShardingSpec number = create("number", ScalarAttributeType.N, ScalarAttributeType.N);
    try (ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(plain).table(binary).table(number).build()) {
      for (AttributeValue sk : List.of(b(0xFF), b(0xFF, 0), b(0xFF, 0xFF, 0xFF), b(0xFE, 0xFF))) {
        client.putItem(put -> put.tableName("binary").item(key(s("a"), sk)));
      }
      assertThat(
              client
                  .query(
                      q ->
                          q.tableName("binary")
                              .keyConditionExpression("pk = :pk AND begins_with(sk, :p)")
                              .expressionAttributeValues(Map.of(":pk", s("a"), ":p", b(0xFF))))
                  .items())
          .extracting(item -> item.get("sk"))
          .containsExactly(b(0xFF), b(0xFF, 0), b(0xFF, 0xFF, 0xFF));
      assertThatThrownBy(
              () ->
                  client.query(
                      q ->
                          q.tableName("number")
                              .keyConditionExpression("pk = :pk AND begins_with(sk, :p)")
                              .expressionAttributeValues(Map.of(":pk", n(1), ":p", n(1)))))
          .isInstanceOfAny(DynamoDbException.class, RefusedOperationException.class)
          .hasMessageContaining("begins_with");
    }
  }

  @Test
  void query_numberKeysHoweverWritten_areOneKey() {
    ShardingSpec number = create("numbers", ScalarAttributeType.N, ScalarAttributeType.N);
    try (ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(plain).table(number).build()) {
      client.putItem(put -> put.tableName("numbers").item(key(n("1E0"), n("1.0"))));
      client.putItem(put -> put.tableName("numbers").item(key(n("1.00"), n("1"))));
      client.putItem(put -> put.tableName("numbers").item(key(n("+1"), n("-0.50"))));
      List<Map<String, AttributeValue>> expected = List.of(key(n("1"), n("-0.5")), key(n(1), n(1)));
      for (String pk : List.of("1", "1.0", "01", "10E-1")) {
        assertThat(
                client
                    .query(
                        q ->
                            q.tableName("numbers")
                                .keyConditionExpression("pk = :pk")
                                .expressionAttributeValues(Map.of(":pk", n(pk))))
                    .items())
            .isEqualTo(expected);
      }
      assertThat(client.getItem(g -> g.tableName("numbers").key(key(n("1e0"), n("1.000")))).item())
          .isEqualTo(key(n(1), n(1)));
      assertThat(
              client
                  .query(
                      q ->
                          q.tableName("numbers")
                              .keyConditionExpression("pk = :pk AND sk = :sk")
                              .expressionAttributeValues(Map.of(":pk", n(1), ":sk", n("1.0"))))
                  .items())
          .containsExactly(key(n(1), n(1)));
    }
  }

  private ShardingSpec create(String table, ScalarAttributeType pk, ScalarAttributeType sk) {
    ShardingSpec spec =
        ShardingSpec.builder(table).partitionKey("pk", pk).sortKey("sk", sk).shards(5).build();
    PhysicalTables.create(plain, spec);
    return spec;
  }

  @Test
  void query_logicalKeysThatLookPhysical_stayApart() {
    List<String> keys = List.of("t", "t.1", "t.1.1", "t.", ".1", "1", "t.01");
    keys.forEach(pk -> put(SPEC, key(pk, "only")));
    for (String pk : keys) {
      assertThat(run(query("pk = :pk").expressionAttributeValues(Map.of(":pk", s(pk)))).items())
          .containsExactly(key(pk, "only"));
    }
  }

  @Test
  void query_largeItems_endsPagesWhereDynamoDbDoes() {
    String body = "x".repeat(390 * 1024);
    for (int i = 0; i < 8; i++) {
      put(SPEC, with(key("large", "s" + i), "body", s(body)));
    }
    QueryRequest.Builder query =
        query("pk = :pk").expressionAttributeValues(Map.of(":pk", s("large")));
    List<Integer> sizes = new ArrayList<>();
    List<String> found = new ArrayList<>();
    sharded
        .queryPaginator(query.build())
        .forEach(
            page -> {
              sizes.add(page.count());
              found.addAll(sortKeys(page.items()));
            });
    assertThat(sizes).containsExactly(3, 3, 2);
    assertThat(found).isSorted().hasSize(8);
    List<Integer> counted =
        sharded.queryPaginator(query.select(Select.COUNT).build()).stream()
            .map(QueryResponse::count)
            .toList();
    assertThat(counted).as("what is evaluated ends a page").containsExactly(3, 3, 2);
  }

  @Test
  void query_capacityAskedFor_isSummedOverTheShards() {
    QueryResponse total = run(all().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    assertThat(total.consumedCapacity().tableName()).isEqualTo("edges");
    assertThat(total.consumedCapacity().capacityUnits()).isPositive();
    QueryResponse indexes =
        run(all().consistentRead(true).returnConsumedCapacity(ReturnConsumedCapacity.INDEXES));
    assertThat(indexes.consumedCapacity().table().capacityUnits())
        .isEqualTo(indexes.consumedCapacity().capacityUnits())
        .isGreaterThan(total.consumedCapacity().capacityUnits());
    assertThat(run(all()).consumedCapacity()).isNull();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void query_startKeyAtTheFarBound_answersAnEmptyPage(boolean forward) {
    for (String sk : ALL) {
      QueryResponse response =
          run(
              query(forward ? "pk = :pk AND sk <= :a" : "pk = :pk AND sk >= :a")
                  .expressionAttributeValues(Map.of(":pk", s("a"), ":a", s(sk)))
                  .scanIndexForward(forward)
                  .exclusiveStartKey(key("a", sk))
                  .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
      assertThat(response.items()).isEmpty();
      assertThat(response.count()).isZero();
      assertThat(response.scannedCount()).isZero();
      assertThat(response.hasLastEvaluatedKey()).isFalse();
      assertThat(response.consumedCapacity().capacityUnits()).isZero();
      assertThat(response.responseMetadata().requestId()).isNotNull();
      assertThat(response.sdkHttpResponse().isSuccessful()).isTrue();
    }
  }

  @Test
  void query_merged_carriesResponseMetadata() {
    QueryResponse response = run(all());
    assertThat(response.responseMetadata().requestId()).isNotEmpty().isNotEqualTo("UNKNOWN");
    assertThat(response.sdkHttpResponse().statusCode()).isEqualTo(200);
    QueryResponse single =
        run(
            query("pk = :pk AND sk = :sk")
                .expressionAttributeValues(Map.of(":pk", s("a"), ":sk", s("s03"))));
    assertThat(single.items()).hasSize(1);
    assertThat(single.responseMetadata().requestId()).isNotEmpty();
  }

  @Test
  void query_requestOverrides_reachEverySubRequest(LocalDynamoDb local) {
    List<String> seen = new CopyOnWriteArrayList<>();
    Consumer<SdkHttpRequest> record =
        http -> http.firstMatchingHeader("x-trace").ifPresent(seen::add);
    try (DynamoDbClient watched =
            local
                .clientBuilder()
                .overrideConfiguration(o -> o.addExecutionInterceptor(new Watching(record)))
                .build();
        ShardingDynamoDbClient client =
            ShardingDynamoDbClient.builder(watched).table(SPEC).build()) {
      client.query(all().overrideConfiguration(o -> o.putHeader("x-trace", "t1")).build());
    }
    assertThat(seen).hasSizeGreaterThanOrEqualTo(7).containsOnly("t1");
  }

  private record Watching(Consumer<SdkHttpRequest> record) implements ExecutionInterceptor {
    @Override
    public void beforeTransmission(
        Context.BeforeTransmission context, ExecutionAttributes attributes) {
      record.accept(context.httpRequest());
    }
  }

  @Test
  void query_tableNamedByArn_isTheSameTable() {
    String arn = "arn:aws:dynamodb:us-east-1:000000000000:table/edges";
    assertThat(sortKeys(run(all().tableName(arn)).items())).isEqualTo(ALL);
  }

  @Test
  void query_tooLongLogicalKey_isRefusedWithoutItsText() {
    String tooLong = "secret".repeat(400);
    assertThatThrownBy(
            () -> run(query("pk = :pk").expressionAttributeValues(Map.of(":pk", s(tooLong)))))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageNotContaining("secret");
  }

  @Test
  void query_binaryLogicalKeys_roundTrip() {
    ShardingSpec binary = create("binaryKeys", ScalarAttributeType.B, ScalarAttributeType.S);
    try (ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(plain).table(binary).build()) {
      for (AttributeValue pk : List.of(b(0x2E, 0x31), b(0), b(0xFF), b(0xC3, 0x28))) {
        client.putItem(put -> put.tableName("binaryKeys").item(key(pk, s("x"))));
        client.putItem(put -> put.tableName("binaryKeys").item(key(pk, s("y"))));
        assertThat(
                client
                    .query(
                        q ->
                            q.tableName("binaryKeys")
                                .keyConditionExpression("pk = :pk")
                                .expressionAttributeValues(Map.of(":pk", pk)))
                    .items())
            .containsExactly(key(pk, s("x")), key(pk, s("y")));
      }
    }
  }
}
