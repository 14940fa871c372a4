package dev.evenkeel.timeseries;

import static dev.evenkeel.timeseries.Readings.key;
import static dev.evenkeel.timeseries.Readings.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Rounds;
import dev.evenkeel.timeseries.internal.plan.archive.CatalogFormat;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import dev.evenkeel.timeseries.spec.CoveredPage;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage.State;
import dev.evenkeel.timeseries.spec.ItemTimeException;
import dev.evenkeel.timeseries.spec.MissingTableException;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Reads of periods whose tables are gone, and were restored or not. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class ArchivedReadsTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final String CONTROL = "control";

  /** The 15th to the 17th are past their retention. */
  private static final TimeSeriesSpec SPEC =
      spec().retention(Retention.deleteAfter(Duration.ofDays(3))).build();

  private static final String[] DAYS = {
    "2026-11-15", "2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"
  };
  private static final int EACH_DAY = 12;
  private static final int ITEMS = DAYS.length * EACH_DAY;

  private final DynamoDbClient plain;
  private final DynamoDbAsyncClient async;

  ArchivedReadsTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.plain = plain;
    this.async = local.asyncClient();
  }

  private static TimeSeriesSpec.Builder spec() {
    return Readings.spec("2026-11-15T00:00:00Z");
  }

  private static Map<String, AttributeValue> item(int i) {
    return reading("d", at(i), (i * 37) % 100);
  }

  private static String at(int i) {
    return "%sT%02d:00:00Z".formatted(DAYS[i / EACH_DAY], i % EACH_DAY);
  }

  @BeforeEach
  void createTables() {
    Readings.create(plain, SPEC, DAYS);
    Readings.create(plain, SPEC, "2026-11-20", "2026-11-21");
    plain.createTable(control());
    for (int day = 0; day < DAYS.length; day++) {
      List<WriteRequest> puts =
          IntStream.range(day * EACH_DAY, (day + 1) * EACH_DAY)
              .mapToObj(i -> PutRequest.builder().item(item(i)).build())
              .map(put -> WriteRequest.builder().putRequest(put).build())
              .toList();
      String table = table(DAYS[day]);
      plain.batchWriteItem(r -> r.requestItems(Map.of(table, puts)));
    }
  }

  private static CreateTableRequest control() {
    return CreateTableRequest.builder()
        .tableName(CONTROL)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(text("pk"), text("sk"))
        .keySchema(
            KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build(),
            KeySchemaElement.builder().attributeName("sk").keyType(KeyType.RANGE).build())
        .build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static String table(String at) {
    return "readings_" + at.substring(0, 10);
  }

  @AfterEach
  void removeTables() {
    plain.listTables().tableNames().forEach(name -> plain.deleteTable(r -> r.tableName(name)));
  }

  @AfterAll
  void close() {
    async.close();
  }

  private SeriesUnderTest client(Kind kind, TimeSeriesSpec spec) {
    return SeriesUnderTest.over(
        kind, plain, async, builder -> builder.table(spec).clock(() -> NOW).archivedReads(CONTROL));
  }

  /** Notes an archive of a day. */
  private void archived(String day, @Nullable String restoredAs) {
    Instant start = Instant.parse(day + "T00:00:00Z");
    ArchivedTable archive =
        new ArchivedTable(
            table(day),
            SPEC.period().containing(start),
            null,
            start,
            ArchiveMethod.SCAN,
            "bucket",
            "",
            "01-export",
            1,
            1,
            null,
            "00",
            start,
            restoredAs);
    Map<String, AttributeValue> item = new HashMap<>(CatalogFormat.write(archive));
    item.put("pk", AttributeValue.fromS(Readings.TABLE + "#archives"));
    item.put("sk", AttributeValue.fromS(archive.tableName()));
    plain.putItem(r -> r.tableName(CONTROL).item(item));
  }

  private void deleted(String... days) {
    for (String day : days) {
      plain.deleteTable(r -> r.tableName(table(day)));
    }
  }

  /** Copies a day's table, as a restore does. */
  private void restored(String day) {
    String copy = table(day) + "-restored";
    plain.createTable(SPEC.template().creating(copy, Map.of()));
    plain
        .scanPaginator(r -> r.tableName(table(day)))
        .items()
        .forEach(item -> plain.putItem(r -> r.tableName(copy).item(item)));
    archived(day, copy);
  }

  private static QueryRequest query(
      @Nullable String index, String keys, boolean forward, int limit) {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":key", AttributeValue.fromS(index == null ? "d" : "even"));
    values.put(":since", AttributeValue.fromS("2026-11-15"));
    QueryRequest.Builder query =
        QueryRequest.builder()
            .tableName(Readings.TABLE)
            .indexName(index)
            .scanIndexForward(forward)
            .limit(limit)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .expressionAttributeValues(values);
    return "byKindAndValue".equals(index)
        ? query
            .keyConditionExpression(keys)
            .filterExpression("#at >= :since")
            .expressionAttributeNames(Map.of("#at", "at"))
            .build()
        : query
            .keyConditionExpression(keys + " AND #at >= :since")
            .expressionAttributeNames(Map.of("#at", "at"))
            .build();
  }

  private static List<QueryRequest> queries() {
    List<QueryRequest> queries = new ArrayList<>();
    for (boolean forward : new boolean[] {true, false}) {
      for (int limit : forward ? new int[] {1, 7, 1000} : new int[] {7, 1000}) {
        queries.add(query(null, "device = :key", forward, limit));
        queries.add(query("byKindAndTime", "kind = :key", forward, limit));
        // Each page of it asks all tables.
        queries.add(query("byKindAndValue", "kind = :key", forward, Math.max(limit, 4)));
      }
    }
    return queries;
  }

  private record Shown(
      List<Map<String, AttributeValue>> items,
      int count,
      int scannedCount,
      Map<String, AttributeValue> lastKey) {}

  /** All pages of all queries and of a scan; capacity is counted under the series' name alone. */
  private static List<List<Shown>> answers(SeriesUnderTest client) {
    List<List<Shown>> answers = new ArrayList<>();
    for (QueryRequest query : queries()) {
      List<Shown> pages = new ArrayList<>();
      Map<String, AttributeValue> start = Map.of();
      do {
        QueryRequest next =
            start.isEmpty() ? query : query.toBuilder().exclusiveStartKey(start).build();
        QueryResponse page = client.client().call(next);
        assertThat(page.consumedCapacity().tableName()).isEqualTo(Readings.TABLE);
        pages.add(
            new Shown(page.items(), page.count(), page.scannedCount(), page.lastEvaluatedKey()));
        start = page.lastEvaluatedKey();
      } while (!start.isEmpty());
      answers.add(pages);
    }
    return answers;
  }

  private static List<Map<String, AttributeValue>> scanned(SeriesUnderTest client) {
    ScanResponse page =
        client
            .client()
            .call(
                ScanRequest.builder()
                    .tableName(Readings.TABLE)
                    .filterExpression("#at >= :since")
                    .expressionAttributeNames(Map.of("#at", "at"))
                    .expressionAttributeValues(Map.of(":since", AttributeValue.fromS("2026-11-15")))
                    .build());
    return page.items();
  }

  static List<Kind> kindsInTurn() {
    return Rounds.inTurn(List.of(Kind.values()));
  }

  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("kindsInTurn")
  void read_tablesAreRestored_answersAsBefore(Kind kind) {
    SeriesUnderTest client = client(kind, SPEC);
    List<List<Shown>> before = answers(client);
    List<Map<String, AttributeValue>> all = scanned(client);
    assertThat(all).hasSize(ITEMS);
    assertThat(before.get(6).get(0).items()).hasSize(ITEMS);
    restored(DAYS[0]);
    restored(DAYS[2]);
    assertThat(answers(client)).as("tables that are there are read themselves").isEqualTo(before);

    deleted(DAYS[0], DAYS[2]);

    assertThat(answers(client)).as("from the start keys of before too").isEqualTo(before);
    assertThat(scanned(client)).isEqualTo(all);
    SeriesUnderTest without =
        SeriesUnderTest.over(kind, plain, async, b -> b.table(SPEC).clock(() -> NOW));
    assertThat(scanned(without)).hasSize(ITEMS - 24);
  }

  private List<PeriodCoverage> coverage(SeriesUnderTest client, QueryRequest query) {
    return client.covered(query).coverage();
  }

  @ParameterizedTest
  @EnumSource
  void covered_periodsAreGone_tellsWhichCouldBeRestored(Kind kind) {
    deleted(DAYS[0], DAYS[1], DAYS[2]);
    archived(DAYS[0], null);
    archived(DAYS[2], "readings-gone");
    for (String index : new String[] {null, "byKindAndValue"}) {
      QueryRequest query =
          query(index, index == null ? "device = :key" : "kind = :key", true, 1000);
      CoveredPage<QueryResponse> page = client(kind, SPEC).covered(query);

      assertThat(page.isWhole()).isFalse();
      assertThat(page.coverage().subList(0, 4))
          .extracting(PeriodCoverage::tableName, PeriodCoverage::state)
          .containsExactly(
              tuple(table(DAYS[0]), State.ARCHIVED),
              tuple(table(DAYS[1]), State.EXPIRED),
              tuple(table(DAYS[2]), State.ARCHIVED),
              tuple(table(DAYS[3]), State.READ));
      SeriesUnderTest without =
          SeriesUnderTest.over(kind, plain, async, b -> b.table(SPEC).clock(() -> NOW));
      assertThat(coverage(without, query).subList(0, 4))
          .extracting(PeriodCoverage::state)
          .containsExactly(State.EXPIRED, State.EXPIRED, State.EXPIRED, State.READ);
    }
  }

  @ParameterizedTest
  @EnumSource
  void covered_restoredPeriod_isReadUnderItsOwnName(Kind kind) {
    restored(DAYS[1]);
    deleted(DAYS[1]);

    assertThat(coverage(client(kind, SPEC), query(null, "device = :key", true, 1000)))
        .contains(
            new PeriodCoverage(
                SPEC.period().containing(Instant.parse(DAYS[1] + "T00:00:00Z")),
                table(DAYS[1]),
                State.READ));
  }

  @ParameterizedTest
  @EnumSource
  void read_archivedPeriodThatShouldBeThere_goesByThePolicy(Kind kind) {
    TimeSeriesSpec.Builder kept =
        spec().archive(ArchivePolicy.builder(BucketSpec.builder("some-bucket").build()).build());
    archived(DAYS[1], null);
    deleted(DAYS[1]);
    for (String index : new String[] {null, "byKindAndValue"}) {
      QueryRequest query =
          query(index, index == null ? "device = :key" : "kind = :key", true, 1000);
      assertThatThrownBy(() -> client(kind, kept.build()).client().call(query))
          .isInstanceOf(MissingTableException.class)
          .hasMessageContaining(
              "table 'readings_2026-11-16' is archived, and not restored. Restore")
          .extracting(failure -> ((MissingTableException) failure).periodTables())
          .isEqualTo(List.of(table(DAYS[1])));
      TimeSeriesSpec skipping = kept.missingTables(MissingTablePolicy.SKIP).build();
      assertThat(coverage(client(kind, skipping), query))
          .extracting(PeriodCoverage::state)
          .contains(State.ARCHIVED)
          .doesNotContain(State.MISSING);
      kept.missingTables(MissingTablePolicy.REFUSE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void getItem_restoredPeriod_isServed_andWritesAreNot(Kind kind) {
    restored(DAYS[0]);
    deleted(DAYS[0], DAYS[1]);
    archived(DAYS[1], null);
    SeriesUnderTest client = client(kind, SPEC);

    GetItemResponse got = client.client().call(get(at(3)));
    assertThat(got.item()).isEqualTo(item(3));
    assertThat(got.consumedCapacity().tableName()).isEqualTo(Readings.TABLE);
    GetItemResponse archived = client.client().call(get(at(13)));
    assertThat(archived.hasItem()).isFalse();
    BatchGetItemResponse batch =
        client
            .client()
            .call(
                BatchGetItemRequest.builder()
                    .requestItems(
                        Map.of(
                            Readings.TABLE,
                            KeysAndAttributes.builder()
                                .keys(List.of(key("d", at(3)), key("d", at(13)), key("d", at(50))))
                                .build()))
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                    .build());
    assertThat(batch.responses().get(Readings.TABLE)).containsExactlyInAnyOrder(item(3), item(50));
    assertThat(batch.unprocessedKeys()).isEmpty();
    assertThat(batch.consumedCapacity().toString())
        .doesNotContain("restored")
        .doesNotContain("2026");
    assertThatThrownBy(
            () ->
                client
                    .client()
                    .call(PutItemRequest.builder().tableName(Readings.TABLE).item(item(3)).build()))
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.LATE);
    TransactGetItem one =
        TransactGetItem.builder()
            .get(g -> g.tableName(Readings.TABLE).key(key("d", at(3))))
            .build();
    assertThatThrownBy(
            () ->
                client.client().call(TransactGetItemsRequest.builder().transactItems(one).build()))
        .isInstanceOf(MissingTableException.class);
  }

  private static GetItemRequest get(String at) {
    return GetItemRequest.builder()
        .tableName(Readings.TABLE)
        .key(key("d", at))
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void read_withoutControlTable_asksForItOnlyWhereATableIsGone(Kind kind) {
    plain.deleteTable(r -> r.tableName(CONTROL));
    SeriesUnderTest client = client(kind, SPEC);
    assertThat(scanned(client)).hasSize(ITEMS);

    deleted(DAYS[0]);

    assertThatThrownBy(() -> scanned(client))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("the control table 'control', which tells of archives, is not there");
    assertThatThrownBy(() -> client.client().call(get(at(3))))
        .isInstanceOf(RefusedOperationException.class);
  }
}
