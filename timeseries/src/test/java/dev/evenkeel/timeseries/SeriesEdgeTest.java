package dev.evenkeel.timeseries;

import static dev.evenkeel.timeseries.Readings.key;
import static dev.evenkeel.timeseries.Readings.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.ItemTimeException;
import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.MissingTableException;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The edges of a series, and of the requests that it takes. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class SeriesEdgeTest {
  private static final Instant NOW = Instant.parse("2026-11-21T00:30:00Z");
  private static final String OLD = "2026-11-20T23:50:00Z";
  private static final String NEW = "2026-11-21T00:10:00Z";

  private final DynamoDbClient plain;
  private final DynamoDbAsyncClient async;

  SeriesEdgeTest(LocalDynamoDb local, DynamoDbClient plain) {
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
        spec().build(),
        "2026-11-14",
        "2026-11-15",
        "2026-11-18",
        "2026-11-20",
        "2026-11-21");
    plain.createTable(Readings.template().toBuilder().tableName("other").build());
    int value = 1;
    for (String at :
        List.of("2026-11-14T10:00:00Z", "2026-11-15T10:00:00Z", "2026-11-18T10:00:00Z", OLD, NEW)) {
      int one = value++;
      plain.putItem(
          r -> r.tableName("readings_" + at.substring(0, 10)).item(reading("d", at, one)));
    }
  }

  @AfterAll
  void close() {
    async.close();
  }

  private ClientUnderTest client(Kind kind, TimeSeriesSpec... specs) {
    return SeriesUnderTest.over(
            kind,
            plain,
            async,
            builder -> {
              List.of(specs).forEach(builder::table);
              builder.clock(() -> NOW);
            })
        .client();
  }

  private static QueryRequest since(String at, boolean forward) {
    return QueryRequest.builder()
        .tableName(Readings.TABLE)
        .keyConditionExpression("device = :d AND #a > :at")
        .expressionAttributeNames(Map.of("#a", "at"))
        .expressionAttributeValues(
            Map.of(":d", AttributeValue.fromS("d"), ":at", AttributeValue.fromS(at)))
        .scanIndexForward(forward)
        .build();
  }

  private static List<Integer> all(ClientUnderTest client, QueryRequest query) {
    List<Integer> values = new ArrayList<>();
    QueryRequest next = query;
    for (int pages = 0; ; pages++) {
      assertThat(pages).as("pages").isLessThan(50);
      QueryResponse page = client.call(next);
      page.items().forEach(item -> values.add(Integer.valueOf(item.get("value").n())));
      if (!page.hasLastEvaluatedKey()) {
        return values;
      }
      next = next.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_ofASeriesOlderThanItsRetention_countsTablesThatAreKept(Kind kind) {
    ClientUnderTest client =
        client(
            kind,
            Readings.spec("2025-11-15T00:00:00Z")
                .missingTables(MissingTablePolicy.SKIP)
                .retention(Retention.deleteAfter(Duration.ofDays(3)).deleteWithoutArchive())
                .build());

    assertThat(
            all(
                client,
                QueryRequest.builder()
                    .tableName(Readings.TABLE)
                    .keyConditionExpression("device = :d")
                    .expressionAttributeValues(Map.of(":d", AttributeValue.fromS("d")))
                    .limit(2)
                    .scanIndexForward(false)
                    .build()))
        .startsWith(5, 4);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_oneTablePerPage_comesToItsEnd(Kind kind) {
    ClientUnderTest client = client(kind, spec().tablesMax(1).build());

    assertThat(all(client, since("2026", true))).containsExactly(2, 3, 4, 5);
    assertThat(all(client, since("2026", false))).containsExactly(5, 4, 3, 2);
    assertThat(
            all(
                client,
                since("2026", true).toBuilder()
                    .projectionExpression("#v")
                    .expressionAttributeNames(Map.of("#a", "at", "#v", "value"))
                    .build()))
        .containsExactly(2, 3, 4, 5);
  }

  private static WriteRequest put(String device, String at) {
    return WriteRequest.builder().putRequest(p -> p.item(reading(device, at, 1))).build();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchWrite_withAnItemTwiceInOneOfTwoTables_writesNothing(Kind kind) {
    TimeSeriesSpec more =
        TimeSeriesSpec.builder("more")
            .time(ItemTime.iso("at"))
            .period(Period.DAY)
            .prefix("readings_x_")
            .since(Instant.parse("2026-11-01T00:00:00Z"))
            .template(TableTemplate.of(Readings.template()))
            .build();
    if (!plain.listTables().tableNames().contains("readings_x_2026-11-21")) {
      plain.createTable(more.template().creating("readings_x_2026-11-21", Map.of()));
    }
    ClientUnderTest client = client(kind, spec().build(), more);
    String device = "twice" + kind;
    for (String first : List.of("more", Readings.TABLE)) {
      String second = first.equals("more") ? Readings.TABLE : "more";
      Map<String, List<WriteRequest>> items = new LinkedHashMap<>();
      items.put(first, List.of(put(device, NEW), put(device, NEW)));
      items.put(second, List.of(put(device, NEW)));

      assertThatThrownBy(
              () -> client.call(BatchWriteItemRequest.builder().requestItems(items).build()))
          .isInstanceOf(DynamoDbException.class);
      for (String table : List.of("readings_2026-11-21", "readings_x_2026-11-21")) {
        assertThat(plain.getItem(r -> r.tableName(table).key(key(device, NEW))).hasItem())
            .as(table)
            .isFalse();
      }
    }
  }

  private static TransactGetItemsRequest get(String table, String... times) {
    return TransactGetItemsRequest.builder()
        .transactItems(
            List.of(times).stream()
                .map(at -> Get.builder().tableName(table).key(key("d", at)).build())
                .map(get -> TransactGetItem.builder().get(get).build())
                .toList())
        .build();
  }

  /** The table of the 14th is there, and none of the series'. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void transactGet_ofATimeBeforeTheSeries_touchesNoTableOfThatTime(Kind kind) {
    ClientUnderTest client = client(kind, spec().build());

    assertThatThrownBy(() -> client.call(get(Readings.TABLE, NEW, "2026-11-14T10:00:00Z")))
        .isInstanceOf(DecoratorException.class);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void transaction_withAMissingTableThatIsNoSeries_namesAllThatMayBeMissing(Kind kind) {
    ClientUnderTest client = client(kind, spec().build());
    Put there = Put.builder().tableName(Readings.TABLE).item(reading("z", NEW, 1)).build();
    Put gone = Put.builder().tableName("gone").item(reading("z", NEW, 1)).build();
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(
                TransactWriteItem.builder().put(there).build(),
                TransactWriteItem.builder().put(gone).build())
            .build();

    assertThatThrownBy(() -> client.call(request))
        .isInstanceOfSatisfying(
            MissingTableException.class,
            e -> assertThat(e.periodTables()).containsExactly("readings_2026-11-21", "gone"));
  }

  /** Such a table may be deleted at any moment, and takes writes while it is. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void put_pastTheRetention_isRefusedThoughLateOnesAreAccepted(Kind kind) {
    ClientUnderTest client =
        client(
            kind,
            spec()
                .latePolicy(LatePolicy.ACCEPT)
                .retention(Retention.deleteAfter(Duration.ofDays(1)).deleteWithoutArchive())
                .build());

    assertThatThrownBy(
            () ->
                client.call(
                    PutItemRequest.builder()
                        .tableName(Readings.TABLE)
                        .item(reading("r", "2026-11-15T10:00:00Z", 1))
                        .build()))
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.LATE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1E2147483647",
        "1E-2147483647",
        "1E+100",
        "1E-100000000",
        "0E2147483647",
        "0E-2147483647",
        "-1",
        "",
        " 1",
        "Infinity",
        "0x10"
      })
  @Timeout(2)
  void time_ofAMonstrousNumber_isTold(String number) {
    for (ItemTime time : List.of(ItemTime.epochSeconds("at"), ItemTime.epochMillis("at"))) {
      assertThatThrownBy(() -> time.read(AttributeValue.fromN(number), Period.DAY))
          .isInstanceOf(ItemTimeException.class)
          .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.UNREADABLE);
    }
  }

  private TimeSeriesSpec numbers() {
    return TimeSeriesSpec.builder("numbers")
        .time(ItemTime.epochSeconds("at"))
        .period(Period.DAY)
        .since(Instant.parse("2026-11-20T00:00:00Z"))
        .missingTables(MissingTablePolicy.SKIP)
        .template(
            TableTemplate.of(
                CreateTableRequest.builder()
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(
                        AttributeDefinition.builder()
                            .attributeName("device")
                            .attributeType(ScalarAttributeType.S)
                            .build(),
                        AttributeDefinition.builder()
                            .attributeName("at")
                            .attributeType(ScalarAttributeType.N)
                            .build())
                    .keySchema(
                        KeySchemaElement.builder()
                            .attributeName("device")
                            .keyType(KeyType.HASH)
                            .build(),
                        KeySchemaElement.builder()
                            .attributeName("at")
                            .keyType(KeyType.RANGE)
                            .build())
                    .build()))
        .build();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void read_boundedByWhatIsNoNumber_saysSoWithoutTheValue(Kind kind) {
    ClientUnderTest client = client(kind, numbers());
    Map<String, AttributeValue> values =
        Map.of(":d", AttributeValue.fromS("d"), ":at", AttributeValue.fromN("secret"));
    QueryRequest query =
        QueryRequest.builder()
            .tableName("numbers")
            .keyConditionExpression("device = :d AND #a > :at")
            .expressionAttributeNames(Map.of("#a", "at"))
            .expressionAttributeValues(values)
            .build();
    ScanRequest scan =
        ScanRequest.builder()
            .tableName("numbers")
            .filterExpression("#a > :at AND device = :d")
            .expressionAttributeNames(Map.of("#a", "at"))
            .expressionAttributeValues(values)
            .build();
    QueryRequest started =
        query.toBuilder()
            .keyConditionExpression("device = :d")
            .expressionAttributeNames(null)
            .expressionAttributeValues(Map.of(":d", AttributeValue.fromS("d")))
            .exclusiveStartKey(
                Map.of("device", AttributeValue.fromS("d"), "at", AttributeValue.fromN("secret")))
            .build();

    for (DynamoDbRequest request : List.of(query, scan, started)) {
      Throwable failure = catchThrowable(() -> client.call(request));
      assertThat(failure).isInstanceOf(DynamoDbException.class).hasMessageNotContaining("secret");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_betweenSwappedBounds_isRefusedAsPlainly(Kind kind) {
    ClientUnderTest client = client(kind, spec().build());
    QueryRequest swapped =
        since("2026", true).toBuilder()
            .keyConditionExpression("device = :d AND #a BETWEEN :hi AND :at")
            .expressionAttributeValues(
                Map.of(
                    ":d", AttributeValue.fromS("d"),
                    ":at", AttributeValue.fromS("2026-11-16"),
                    ":hi", AttributeValue.fromS("2026-11-20")))
            .build();

    assertThatThrownBy(() -> plain.query(swapped.toBuilder().tableName("other").build()))
        .hasMessageContaining("BETWEEN");
    assertThatThrownBy(() -> client.call(swapped)).hasMessageContaining("BETWEEN");
  }
}
