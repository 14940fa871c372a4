package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.caching.spec.CacheStats;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ComparisonOperator;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Pages of queries that come from memory, and those that never do. */
class PagesTest extends ThreadPages {
  PagesTest(LocalDynamoDb local, DynamoDbClient plain) {
    super(local, plain);
  }

  @ParameterizedTest
  @EnumSource
  void query_isReadOnceAndConsistently(Kind kind) {
    try (Replies replies = open(kind)) {
      replies.write(1, 1, "first");
      replies.write(1, 2, "second");
      replies.sent();

      assertThat(replies.texts(1)).containsExactly("first", "second");
      assertThat(replies.sent())
          .singleElement()
          .satisfies(sent -> assertThat(((QueryRequest) sent).consistentRead()).isTrue());
      assertThat(replies.texts(1)).containsExactly("first", "second");
      assertThat(replies.sent()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void query_thatAsksForSomethingElse_isAnotherPage(Kind kind) {
    try (Replies replies = open(kind)) {
      replies.write(2, 1, "first");
      replies.write(2, 2, "second");
      replies.texts(2);
      replies.sent();

      assertThat(replies.texts(Replies.query(2).scanIndexForward(false)))
          .containsExactly("second", "first");
      QueryRequest.Builder limited = Replies.query(2).limit(1);
      QueryResponse page = replies.client.call(limited.build());
      assertThat(page.lastEvaluatedKey()).isEqualTo(Replies.key(2, 1));
      QueryRequest.Builder next = limited.exclusiveStartKey(page.lastEvaluatedKey());
      assertThat(replies.texts(next)).containsExactly("second");
      QueryResponse count = replies.client.call(Replies.query(2).select(Select.COUNT).build());
      assertThat(count.hasItems()).isFalse();
      assertThat(replies.requests()).isEqualTo(4);

      assertThat(replies.texts(next)).containsExactly("second");
      assertThat(replies.client.call(Replies.query(2).limit(1).build()).lastEvaluatedKey())
          .isEqualTo(Replies.key(2, 1));
      assertThat(replies.client.call(Replies.query(2).select(Select.COUNT).build()).count())
          .isEqualTo(2);
      assertThat(replies.requests()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void query_fromMemory_saysThatItCostsNothing(Kind kind) {
    try (Replies replies = open(kind)) {
      replies.write(3, 1, "first");
      QueryRequest.Builder query =
          Replies.query(3).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
      assertThat(replies.client.call(query.build()).consumedCapacity().capacityUnits())
          .isEqualTo(1);
      QueryResponse hit = replies.client.call(query.build());
      assertThat(hit.consumedCapacity().capacityUnits()).isZero();
      assertThat(hit.responseMetadata().requestId()).isNotNull();
      assertThat(replies.client.call(Replies.query(3).build()).consumedCapacity()).isNull();

      CacheStats pages = replies.cache.pageStats().get(Replies.TABLE);
      assertThat(pages.hits()).isEqualTo(2);
      assertThat(pages.misses()).isEqualTo(1);
      assertThat(pages.unitsSaved()).isEqualTo(0.5); // 2 hits, less half a unit of the fill
      assertThat(replies.cache.stats().get(Replies.TABLE).hits()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void emptyPage_isAPage_forTheTimeToLive(Kind kind) {
    try (Replies replies = open(kind)) {
      assertThat(replies.texts(8)).isEmpty();
      assertThat(replies.texts(8)).isEmpty();
      assertThat(replies.requests()).isEqualTo(1);

      replies.pass(Duration.ofSeconds(10));
      assertThat(replies.texts(8)).isEmpty();
      assertThat(replies.requests()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void unpopularPage_isReadAsItIs(Kind kind) {
    try (Replies replies = open(kind, Replies.spec().popular(3, Duration.ofMinutes(1)))) {
      replies.write(9, 1, "first");
      replies.sent();
      for (int i = 0; i < 5; i++) {
        replies.texts(9);
      }
      replies.texts(Replies.query(9).limit(5)); // another page, which is not popular
      assertThat(replies.sent())
          .extracting(sent -> ((QueryRequest) sent).consistentRead())
          .containsExactly(null, null, true, null);
    }
  }

  @ParameterizedTest
  @EnumSource
  void popularPage_isReadAheadOfTime(Kind kind) throws Exception {
    try (Replies replies = open(kind, Replies.spec().refreshAhead())) {
      replies.write(10, 1, "old");
      replies.texts(10);
      plain.putItem(Replies.put(10, 1, "new").build());
      replies.pass(Duration.ofSeconds(9));
      assertThat(replies.texts(10)).containsExactly("old");
      while (!replies.texts(10).equals(List.of("new"))) {
        Thread.sleep(1); // it is read beside this call
      }
      replies.pass(Duration.ofSeconds(5));
      replies.sent();
      assertThat(replies.texts(10)).containsExactly("new");
      assertThat(replies.requests()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void queriesThatAreNeverFromMemory_areSentAsTheyAre(Kind kind) {
    try (Replies replies = open(kind)) {
      replies.write(11, 1, "first");
      replies.texts(11);
      replies.sent();
      List<QueryRequest.Builder> never =
          List.of(
              Replies.query(11).consistentRead(true),
              Replies.query(11).indexName(Replies.BY_TEXT),
              QueryRequest.builder()
                  .tableName(Replies.TABLE)
                  .keyConditions(
                      Map.of(
                          "thread",
                          Condition.builder()
                              .comparisonOperator(ComparisonOperator.EQ)
                              .attributeValueList(Replies.number(11))
                              .build())));
      for (QueryRequest.Builder query : never) {
        assertThat(replies.texts(query)).containsExactly("first");
        assertThat(replies.texts(query)).containsExactly("first");
        assertThat(replies.sent()).hasSize(2).containsOnly(query.build());
      }
      QueryRequest.Builder own =
          Replies.query(11)
              .overrideConfiguration(
                  c ->
                      c.credentialsProvider(
                          StaticCredentialsProvider.create(
                              AwsBasicCredentials.create("other", "caller"))));
      assertThatThrownBy(() -> replies.texts(own)).hasMessageContaining("non-existent table");
      assertThatThrownBy(
              () -> replies.texts(Replies.query(11).keyConditionExpression("thread > :t")))
          .hasMessageContaining("not supported");
      assertThat(replies.cache.pageStats().get(Replies.TABLE).bypassed()).isEqualTo(8);
    }
  }

  @ParameterizedTest
  @EnumSource
  void tableWhoseSpecDoesNotSaySo_hasNoPages(Kind kind) {
    CachingSpec.Builder items =
        CachingSpec.builder(Replies.TABLE)
            .partitionKey("thread", Replies.spec().build().key().partitionKey().type())
            .sortKey("nr", Replies.spec().build().key().partitionKey().type())
            .popular(1, Duration.ofMinutes(1));
    try (Replies replies = open(kind, items)) {
      replies.texts(12);
      replies.texts(12);
      assertThat(replies.sent()).containsOnly(Replies.query(12).build()).hasSize(2);
      assertThat(replies.cache.pageStats()).isEmpty();
      assertThat(replies.cache.stats().get(Replies.TABLE).bypassed()).isZero();
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void callersAtOnce_shareOneQuery(Kind kind) throws Exception {
    int callers = 200;
    FaultInjector faults =
        FaultPlan.seeded(1)
            .rule(FaultRule.inject(Fault.delay(Duration.ofMillis(1500))).into("Query"))
            .build()
            .injector();
    plain.putItem(Replies.put(14, 1, "first").build());
    ItemCache cache = ItemCache.ofBytes(1L << 20);
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try (ClientUnderTest client =
        kind.open(local, faults, CacheUnderTest.decoration(cache, Replies.spec().build()))) {
      List<Future<QueryResponse>> all = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        all.add(threads.submit(() -> client.call(Replies.query(14).build())));
      }
      for (Future<QueryResponse> one : all) {
        assertThat(one.get().items()).containsExactly(Replies.reply(14, 1, "first"));
      }
      assertThat(faults.requestCount()).isEqualTo(1);
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @EnumSource
  void query_withANullAmongItsValues_endsAsItDoesPlainly(Kind kind) {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":t", Replies.number(16));
    values.put(":null", null);
    QueryRequest query = Replies.query(16).expressionAttributeValues(values).build();
    try (Replies replies = open(kind)) {
      Throwable plainly = catchThrowable(() -> plain.query(query));
      for (int i = 0; i < 3; i++) {
        Throwable cached = catchThrowable(() -> replies.client.call(query));
        if (plainly == null) {
          assertThat(cached).isNull();
        } else {
          assertThat(cached).hasSameClassAs(plainly).hasMessageContaining(messageOf(plainly));
        }
      }
    }
  }

  private static String messageOf(Throwable failure) {
    return ((DynamoDbException) failure).awsErrorDetails().errorMessage();
  }
}
