package dev.evenkeel.timeseries;

import static dev.evenkeel.timeseries.Readings.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.listen.CallEnd;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.CoveredPage;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage.State;
import dev.evenkeel.timeseries.spec.MissingTableException;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class RangeReadTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  /** From the 15th on; the table of the 17th is missing, though no lifecycle deleted it. */
  private static final TimeSeriesSpec SPEC = spec().build();

  private final DynamoDbClient plain;
  private final DynamoDbAsyncClient async;

  RangeReadTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.plain = plain;
    this.async = local.asyncClient();
  }

  private static TimeSeriesSpec.Builder spec() {
    return Readings.spec("2026-11-15T00:00:00Z").missingTables(MissingTablePolicy.SKIP);
  }

  @BeforeAll
  void createTables() {
    Readings.create(
        plain,
        SPEC,
        "2026-11-15",
        "2026-11-16",
        "2026-11-18",
        "2026-11-19",
        "2026-11-20",
        "2026-11-21");
    put("2026-11-15T10:00:00Z", 1);
    put("2026-11-16T10:00:00Z", 2);
    put("2026-11-16T11:00:00Z", 3);
    put("2026-11-19T00:00:00Z", 4);
    put("2026-11-21T09:00:00Z", 5);
    put("2026-11-21T10:00:00Z", 6);
  }

  private void put(String at, int value) {
    plain.putItem(
        r -> r.tableName("readings_" + at.substring(0, 10)).item(reading("d", at, value)));
  }

  @AfterAll
  void close() {
    async.close();
  }

  private SeriesUnderTest client(Kind kind, TimeSeriesSpec spec) {
    return SeriesUnderTest.over(
        kind, plain, async, builder -> builder.table(spec).clock(() -> NOW));
  }

  private static QueryRequest of(String times, String... bounds) {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":d", AttributeValue.fromS("d"));
    for (int i = 0; i < bounds.length; i++) {
      values.put(":t" + i, AttributeValue.fromS(bounds[i]));
    }
    return QueryRequest.builder()
        .tableName(Readings.TABLE)
        .keyConditionExpression("device = :d" + times)
        .expressionAttributeValues(values)
        .build();
  }

  private static List<Integer> values(QueryResponse page) {
    return page.items().stream().map(item -> Integer.valueOf(item.get("value").n())).toList();
  }

  private static List<String> covered(CoveredPage<QueryResponse> page, State state) {
    return page.coverage().stream()
        .filter(period -> period.state() == state)
        .map(PeriodCoverage::tableName)
        .map(name -> name.substring(name.length() - 2))
        .toList();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_ofAll_isInOrderOfTimeEitherWay(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);

    CoveredPage<QueryResponse> upwards = client.covered(of(""));
    CoveredPage<QueryResponse> downwards =
        client.covered(of("").toBuilder().scanIndexForward(false).build());

    assertThat(values(upwards.page())).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(upwards.page().count()).isEqualTo(6);
    assertThat(upwards.page().hasLastEvaluatedKey()).isFalse();
    assertThat(values(downwards.page())).containsExactly(6, 5, 4, 3, 2, 1);
    assertThat(covered(upwards, State.MISSING)).containsExactly("17");
    assertThat(covered(upwards, State.READ)).hasSize(6);
    assertThat(upwards.isWhole()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_ofATime_asksNoOtherTables(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);

    CoveredPage<QueryResponse> day =
        client.covered(
            of(" AND #a BETWEEN :t0 AND :t1", "2026-11-16T10:30", "2026-11-19T00:00:00Z")
                .toBuilder()
                .expressionAttributeNames(Map.of("#a", "at"))
                .build());
    CoveredPage<QueryResponse> prefix =
        client.covered(
            of(" AND begins_with(#a, :t0)", "2026-11-2").toBuilder()
                .expressionAttributeNames(Map.of("#a", "at"))
                .build());
    CoveredPage<QueryResponse> before =
        client.covered(
            of(" AND #a < :t0", "2026-11-16").toBuilder()
                .expressionAttributeNames(Map.of("#a", "at"))
                .build());

    assertThat(values(day.page())).containsExactly(3, 4);
    assertThat(day.coverage()).extracting(PeriodCoverage::tableName).hasSize(4);
    assertThat(values(prefix.page())).containsExactly(5, 6);
    assertThat(prefix.coverage()).hasSize(2);
    assertThat(values(before.page())).containsExactly(1);
    assertThat(before.coverage()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_newestFew_readsNoFurther(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);

    CoveredPage<QueryResponse> page =
        client.covered(
            of("").toBuilder()
                .scanIndexForward(false)
                .limit(2)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());

    assertThat(values(page.page())).containsExactly(6, 5);
    assertThat(page.page().lastEvaluatedKey()).isEqualTo(Readings.key("d", "2026-11-21T09:00:00Z"));
    assertThat(covered(page, State.READ)).containsExactly("21");
    assertThat(page.page().consumedCapacity().tableName()).isEqualTo(Readings.TABLE);
    assertThat(page.page().consumedCapacity().capacityUnits()).isEqualTo(0.5);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_fromAKeyMadeByHand_goesOnThere(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);
    QueryRequest from =
        of("").toBuilder()
            .exclusiveStartKey(Readings.key("d", "2026-11-17T05:00:00Z"))
            .limit(2)
            .build();

    CoveredPage<QueryResponse> page = client.covered(from);

    assertThat(values(page.page())).containsExactly(4, 5);
    assertThat(page.coverage().get(0).tableName()).isEqualTo("readings_2026-11-17");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_overMoreTablesThanAllowed_isRefusedWithoutABoundAndGoesOnByPagesWithOne(Kind kind) {
    SeriesUnderTest client = client(kind, spec().tablesMax(2).build());
    QueryRequest bounded =
        of(" AND #a > :t0", "2026-11-15").toBuilder()
            .expressionAttributeNames(Map.of("#a", "at"))
            .build();

    assertThatThrownBy(() -> client.client().call(of("")))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("more than 2 period tables")
        .hasMessageContaining("'at'");
    for (boolean forward : new boolean[] {true, false}) {
      List<Integer> found = new ArrayList<>();
      QueryRequest next = bounded.toBuilder().scanIndexForward(forward).build();
      int pages = 0;
      while (true) {
        CoveredPage<QueryResponse> page = client.covered(next);
        pages++;
        assertThat(page.coverage()).hasSizeLessThanOrEqualTo(2);
        found.addAll(values(page.page()));
        if (!page.page().hasLastEvaluatedKey()) {
          break;
        }
        next = next.toBuilder().exclusiveStartKey(page.page().lastEvaluatedKey()).build();
      }
      assertThat(found)
          .containsExactlyElementsOf(
              forward ? List.of(1, 2, 3, 4, 5, 6) : List.of(6, 5, 4, 3, 2, 1));
      assertThat(pages).isBetween(4, 7);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_ofAnIndexInAnotherOrder_isMerged(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);
    QueryRequest byValue =
        of("").toBuilder().indexName("byValue").scanIndexForward(false).limit(4).build();

    QueryResponse first = client.client().call(byValue);
    QueryResponse second =
        client
            .client()
            .call(byValue.toBuilder().exclusiveStartKey(first.lastEvaluatedKey()).build());

    assertThat(values(first)).containsExactly(6, 5, 4, 3);
    assertThat(first.lastEvaluatedKey()).containsOnlyKeys("device", "at", "value");
    assertThat(values(second)).containsExactly(2, 1);
    assertThat(second.hasLastEvaluatedKey()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_ofAnIndexWithATimeInItsFilter_asksNoOtherTables(Kind kind) {
    SeriesUnderTest client = client(kind, spec().tablesMax(2).build());
    QueryRequest filtered =
        of("", "2026-11-20", "2026-11-22").toBuilder()
            .indexName("byValue")
            .filterExpression("#a >= :t0 AND :t1 > #a")
            .expressionAttributeNames(Map.of("#a", "at"))
            .build();

    CoveredPage<QueryResponse> page = client.covered(filtered);

    assertThat(values(page.page())).containsExactly(5, 6);
    assertThat(page.coverage())
        .extracting(PeriodCoverage::tableName)
        .containsExactly("readings_2026-11-20", "readings_2026-11-21");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_whereATableIsMissing_failsUnlessItIsPastItsRetention(Kind kind) {
    SeriesUnderTest strict = client(kind, Readings.spec("2026-11-15T00:00:00Z").build());
    SeriesUnderTest keepingFew =
        client(
            kind,
            Readings.spec("2026-11-15T00:00:00Z")
                .retention(Retention.deleteAfter(Duration.ofDays(3)))
                .build());

    assertThatThrownBy(() -> strict.client().call(of("")))
        .isInstanceOf(MissingTableException.class)
        .hasMessageContaining("readings_2026-11-17");
    QueryRequest since =
        of(" AND #a > :t0", "2026-11-15").toBuilder()
            .expressionAttributeNames(Map.of("#a", "at"))
            .build();
    CoveredPage<QueryResponse> page = keepingFew.covered(since);
    assertThat(values(page.page())).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(covered(page, State.EXPIRED)).containsExactly("17");
    assertThat(page.isWhole()).isTrue();
    CoveredPage<QueryResponse> kept = keepingFew.covered(of(""));
    assertThat(values(kept.page())).containsExactly(4, 5, 6);
    assertThat(kept.coverage().get(0).tableName()).isEqualTo("readings_2026-11-18");
  }

  /** A page before midnight ended in a table that is past its retention now. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_fromAKeyThatIsPastItsRetention_goesOnWithWhatIsKept(Kind kind) {
    SeriesUnderTest client =
        client(kind, spec().retention(Retention.deleteAfter(Duration.ofDays(3))).build());
    Map<String, AttributeValue> table = Readings.key("d", "2026-11-16T10:00:00Z");
    Map<String, AttributeValue> index = new HashMap<>(table);
    index.put("value", AttributeValue.fromN("2"));
    QueryRequest byTime = of("").toBuilder().exclusiveStartKey(table).build();
    QueryRequest byValue = of("").toBuilder().indexName("byValue").exclusiveStartKey(index).build();

    assertThat(values(client.client().call(byTime))).containsExactly(4, 5, 6);
    assertThat(values(client.client().call(byTime.toBuilder().scanIndexForward(false).build())))
        .isEmpty();
    assertThat(values(client.client().call(byValue))).containsExactly(4, 5, 6);
    assertThat(values(client.client().call(byValue.toBuilder().scanIndexForward(false).build())))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_withAStartKeyFromElsewhere_isRefused(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);
    QueryRequest query =
        of(" AND #a > :t0", "2026-11-18").toBuilder()
            .expressionAttributeNames(Map.of("#a", "at"))
            .build();

    assertThatThrownBy(
            () ->
                client
                    .client()
                    .call(
                        query.toBuilder()
                            .exclusiveStartKey(Readings.key("d", "2026-11-16T10:00:00Z"))
                            .build()))
        .isInstanceOf(DynamoDbException.class);
    assertThatThrownBy(
            () ->
                client
                    .client()
                    .call(
                        query.toBuilder()
                            .exclusiveStartKey(Map.of("device", AttributeValue.fromS("d")))
                            .build()))
        .isInstanceOf(DynamoDbException.class);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void scan_inPages_readsTableAfterTable(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);
    List<Integer> found = new ArrayList<>();
    ScanRequest next = ScanRequest.builder().tableName(Readings.TABLE).limit(2).build();
    ScanResponse page;
    do {
      page = client.client().call(next);
      assertThat(page.count()).isLessThanOrEqualTo(2);
      page.items().forEach(item -> found.add(Integer.valueOf(item.get("value").n())));
      next = next.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    } while (page.hasLastEvaluatedKey());

    assertThat(found).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void scan_inSegments_readsEachItemOnce(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);
    List<Integer> found = new ArrayList<>();
    for (int segment = 0; segment < 3; segment++) {
      ScanResponse page =
          client
              .client()
              .call(
                  ScanRequest.builder()
                      .tableName(Readings.TABLE)
                      .segment(segment)
                      .totalSegments(3)
                      .build());
      page.items().forEach(item -> found.add(Integer.valueOf(item.get("value").n())));
    }

    assertThat(found).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void listener_isToldOfTheCallAndItsRequests(Kind kind) {
    List<CallEnd> ends = new ArrayList<>();
    SeriesUnderTest client =
        SeriesUnderTest.over(
            kind,
            plain,
            async,
            builder ->
                builder
                    .table(SPEC)
                    .clock(() -> NOW)
                    .listener(
                        new DecoratorListener() {
                          @Override
                          public void callEnded(CallEnd end) {
                            ends.add(end);
                          }
                        }));

    client.client().call(of(""));

    assertThat(ends)
        .singleElement()
        .satisfies(end -> assertThat(end.work().subRequests()).isEqualTo(7));
  }
}
