package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.caching.spec.CacheStats;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.caching.spec.InvalidationSource;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ComparisonOperator;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Pages of queries that come from memory, and those that never do. */
@ExtendWith(LocalDynamoDbExtension.class)
class PagesTest {
  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  PagesTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    Replies.create(plain);
  }

  private Replies open(Kind kind) {
    return open(kind, Replies.spec());
  }

  private Replies open(Kind kind, CachingSpec.Builder spec) {
    return new Replies(local, kind, spec.build());
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
  void everyWrite_isSeenAtOnce_andLeavesOtherPagesInMemory(Kind kind) {
    try (Replies replies = open(kind)) {
      replies.write(4, 1, "a");
      replies.write(5, 1, "other");
      for (Writes write : Writes.values()) {
        replies.texts(5);
        List<String> before = replies.texts(4);
        write.send(replies.client, 4, 1, write.name());
        List<String> after = replies.texts(4);
        assertThat(after).as(write.name()).isNotEqualTo(before);
        if (!write.isStatement()) {
          replies.sent();
          assertThat(replies.texts(5)).containsExactly("other");
          assertThat(replies.requests()).as(write.name()).isZero();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void write_thatIsRefusedOrLost_takesPagesOut(Kind kind) {
    FaultInjector faults =
        FaultPlan.seeded(1)
            .rule(FaultRule.inject(Fault.connectionLost(Moment.AFTER_APPLY)).into("PutItem"))
            .build()
            .injector();
    ItemCache cache = ItemCache.ofBytes(1L << 20);
    plain.putItem(Replies.put(6, 1, "old").build());
    try (ClientUnderTest client =
        kind.open(local, faults, CacheUnderTest.decoration(cache, Replies.spec().build()))) {
      QueryRequest query = Replies.query(6).build();
      client.call(query);
      assertThatThrownBy(() -> client.call(Replies.put(6, 1, "lost").build()))
          .isInstanceOf(SdkException.class);
      assertThat(client.call(query).items().get(0)).isEqualTo(Replies.reply(6, 1, "lost"));
    }
    try (Replies replies = open(kind)) {
      replies.texts(6);
      assertThatThrownBy(
              () ->
                  replies.client.call(
                      Replies.put(6, 1, "no")
                          .conditionExpression("attribute_not_exists(nr)")
                          .build()))
          .isInstanceOf(ConditionalCheckFailedException.class);
      replies.sent();
      assertThat(replies.texts(6)).containsExactly("lost");
      assertThat(replies.requests()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void write_ofAnotherSpellingOfTheKey_takesPagesOut(Kind kind) {
    try (Replies replies = open(kind)) {
      replies.texts(7);
      replies.client.call(
          Replies.put(7, 1, "x")
              .item(
                  Map.of(
                      "thread", AttributeValue.fromN("7.0"),
                      "nr", AttributeValue.fromN("1"),
                      "text", AttributeValue.fromS("x")))
              .build());
      assertThat(replies.texts(7)).containsExactly("x");
      replies.client.call(Writes.delete(7, 1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void write_whereTheSpecHasAnotherSortKey_takesPagesOut(Kind kind) {
    try (Replies replies = open(kind, Replies.spec().sortKey("number", ScalarAttributeType.S))) {
      replies.texts(9);
      replies.write(9, 1, "put");
      assertThat(replies.texts(9)).containsExactly("put");
      replies.client.call(
          UpdateItemRequest.builder()
              .tableName(Replies.TABLE)
              .key(Replies.key(9, 1))
              .updateExpression("SET #t = :t")
              .expressionAttributeNames(Map.of("#t", "text"))
              .expressionAttributeValues(Map.of(":t", AttributeValue.fromS("updated")))
              .build());
      assertThat(replies.texts(9)).containsExactly("updated");
      replies.client.call(Writes.delete(9, 1));
      assertThat(replies.texts(9)).isEmpty();
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

  @ParameterizedTest
  @EnumSource
  void writeElsewhere_ofWhichTheCacheIsTold_takesPagesOut(Kind kind) {
    AtomicReference<InvalidationSource.Listener> listener = new AtomicReference<>();
    try (Replies replies = open(kind)) {
      replies.cache.listenTo(listener::set);
      replies.write(13, 1, "old");
      replies.texts(13);
      plain.putItem(Replies.put(13, 2, "new").build());
      assertThat(replies.texts(13)).containsExactly("old");
      listener.get().written(Replies.TABLE, Replies.key(13, 2));
      assertThat(replies.texts(13)).containsExactly("old", "new");

      plain.deleteItem(Writes.delete(13, 2));
      listener.get().lost();
      assertThat(replies.texts(13)).containsExactly("old");
    }
  }

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

  /** Pages of 1 MiB share the bound with all others, and none is kept that is larger than it. */
  @ParameterizedTest
  @EnumSource
  void pagesOfAMebibyte_stayWithinTheBound(Kind kind) {
    int partitions = 5;
    for (int thread = 20; thread < 20 + partitions; thread++) {
      for (int nr = 0; nr < 12; nr++) {
        Map<String, AttributeValue> large = Replies.large(thread, nr, 100_000);
        plain.putItem(Replies.put(thread, nr, "large").item(large).build());
      }
    }
    long bytesMax = 3L << 20;
    ItemCache small = ItemCache.ofBytes(1L << 20);
    ItemCache cache = ItemCache.ofBytes(bytesMax);
    try (ClientUnderTest client =
            kind.open(
                local, request -> {}, CacheUnderTest.decoration(cache, Replies.spec().build()));
        ClientUnderTest tight =
            kind.open(
                local, request -> {}, CacheUnderTest.decoration(small, Replies.spec().build()))) {
      for (int round = 0; round < 3; round++) {
        for (int thread = 20; thread < 20 + partitions; thread++) {
          QueryRequest query = Replies.query(thread).build();
          assertThat(client.call(query).count()).isEqualTo(11);
          assertThat(client.call(query).count()).isEqualTo(11);
          assertThat(cache.bytes()).isLessThanOrEqualTo(bytesMax);
          assertThat(tight.call(query).count()).isEqualTo(11);
          assertThat(small.bytes()).isLessThanOrEqualTo(1L << 20);
        }
      }
    }
    CacheStats stats = cache.pageStats().get(Replies.TABLE);
    assertThat(stats.hits()).isPositive();
    assertThat(stats.evicted()).isPositive();
    assertThat(cache.bytes()).isGreaterThan(1_000_000L);
    assertThat(small.pageStats().get(Replies.TABLE).hits()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void pagesOfLargeRows_areReadOnce(Kind kind) {
    try (Replies replies = open(kind)) {
      for (int nr = 0; nr < 12; nr++) {
        Map<String, AttributeValue> large = Replies.large(15, nr, 100_000);
        replies.client.call(Replies.put(15, nr, "large").item(large).build());
      }
      replies.client.pages(Replies.query(15).build(), 9);
      assertThat(replies.sent()).hasSize(14);
      List<QueryResponse> again = replies.client.pages(Replies.query(15).build(), 9);
      assertThat(again).hasSize(2);
      assertThat(again.stream().mapToInt(QueryResponse::count).sum()).isEqualTo(12);
      assertThat(replies.requests()).isZero();
      assertThat(replies.cache.bytes()).isBetween(1_200_000L, 2L << 20);
    }
  }
}
