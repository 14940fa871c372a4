package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.sortKeys;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
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
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Pages of queries at the edges of what DynamoDB accepts: projections, limits, sizes. */
class QueryPageEdgeTest extends EdgeQueries {
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
}
