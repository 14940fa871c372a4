package dev.evenkeel.timeseries;

import static dev.evenkeel.timeseries.Readings.reading;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.internal.plan.archive.CatalogFormat;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A series whose tables are deleted, archived and restored, and reads of it. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
abstract class ArchivedReads {
  static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  static final String CONTROL = "control";

  /** The 15th to the 17th are past their retention. */
  static final TimeSeriesSpec SPEC =
      spec().retention(Retention.deleteAfter(Duration.ofDays(3))).build();

  static final String[] DAYS = {
    "2026-11-15", "2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"
  };
  private static final int EACH_DAY = 12;
  static final int ITEMS = DAYS.length * EACH_DAY;

  DynamoDbClient plain;
  DynamoDbAsyncClient async;

  @BeforeAll
  void open(LocalDynamoDb local, DynamoDbClient client) {
    plain = client;
    async = local.asyncClient();
  }

  static TimeSeriesSpec.Builder spec() {
    return Readings.spec("2026-11-15T00:00:00Z");
  }

  static Map<String, AttributeValue> item(int i) {
    return reading("d", at(i), (i * 37) % 100);
  }

  static String at(int i) {
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

  static String table(String at) {
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

  SeriesUnderTest client(Kind kind, TimeSeriesSpec spec) {
    return SeriesUnderTest.over(
        kind, plain, async, builder -> builder.table(spec).clock(() -> NOW).archivedReads(CONTROL));
  }

  /** Notes an archive of a day. */
  void archived(String day, @Nullable String restoredAs) {
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
            false,
            restoredAs);
    Map<String, AttributeValue> item = new HashMap<>(CatalogFormat.write(archive));
    item.put("pk", AttributeValue.fromS(Readings.TABLE + "#archives"));
    item.put("sk", AttributeValue.fromS(archive.tableName()));
    plain.putItem(r -> r.tableName(CONTROL).item(item));
  }

  void deleted(String... days) {
    for (String day : days) {
      plain.deleteTable(r -> r.tableName(table(day)));
    }
  }

  /** Copies a day's table, as a restore does. */
  void restored(String day) {
    String copy = table(day) + "-restored";
    plain.createTable(SPEC.template().creating(copy, Map.of()));
    plain
        .scanPaginator(r -> r.tableName(table(day)))
        .items()
        .forEach(item -> plain.putItem(r -> r.tableName(copy).item(item)));
    archived(day, copy);
  }

  static QueryRequest query(@Nullable String index, String keys, boolean forward, int limit) {
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
}
