package dev.evenkeel.timeseries;

import static dev.evenkeel.timeseries.Readings.reading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * A page is bounded by what is evaluated: four tables, each with four items of 150 KB, of which two
 * tables are more than a page.
 */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class RangeBytesTest {
  private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");
  private static final TimeSeriesSpec SPEC = Readings.spec("2026-11-15T00:00:00Z").build();
  private static final List<String> DAYS =
      List.of("2026-11-15", "2026-11-16", "2026-11-17", "2026-11-18");

  private final DynamoDbClient plain;
  private final DynamoDbAsyncClient async;

  RangeBytesTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.plain = plain;
    this.async = local.asyncClient();
  }

  @BeforeAll
  void fill() {
    Readings.create(plain, SPEC, DAYS.toArray(String[]::new));
    for (String day : DAYS) {
      for (int i = 1; i <= 4; i++) {
        Map<String, AttributeValue> item =
            new HashMap<>(reading("d", day + "T0" + i + ":00:00Z", i));
        item.put("body", AttributeValue.fromS("x".repeat(150_000)));
        plain.putItem(put -> put.tableName("readings_" + day).item(item));
      }
    }
  }

  @AfterAll
  void close() {
    async.close();
  }

  private static QueryRequest.Builder all() {
    return QueryRequest.builder()
        .tableName(Readings.TABLE)
        .keyConditionExpression("device = :d")
        .expressionAttributeValues(Map.of(":d", AttributeValue.fromS("d")));
  }

  private static Stream<Arguments> queries() {
    return Stream.of(
            all().select(Select.COUNT),
            all().projectionExpression("kind"),
            all().filterExpression("attribute_not_exists(body)"),
            all().indexName("byValue").select(Select.COUNT))
        .flatMap(query -> Stream.of(Kind.values()).map(kind -> Arguments.of(kind, query.build())));
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("queries")
  void query_littleReturned_endsAPageByWhatWasEvaluated(Kind kind, QueryRequest query) {
    ClientUnderTest client =
        SeriesUnderTest.over(kind, plain, async, builder -> builder.table(SPEC).clock(() -> NOW))
            .client();
    List<Integer> scanned = new ArrayList<>();
    QueryRequest next = query;
    while (next != null) {
      QueryResponse page = client.call(next);
      assertThat(page.consumedCapacity()).as("not asked for").isNull();
      scanned.add(page.scannedCount());
      next =
          page.lastEvaluatedKey().isEmpty()
              ? null
              : query.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    }
    assertThat(scanned.stream().mapToInt(Integer::intValue).sum()).isEqualTo(16);
    assertThat(scanned).as("eight are more than a mebibyte").allMatch(rows -> rows <= 8);
  }
}
