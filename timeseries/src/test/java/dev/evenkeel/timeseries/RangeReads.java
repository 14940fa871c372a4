package dev.evenkeel.timeseries;

import static dev.evenkeel.timeseries.Readings.reading;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.CoveredPage;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage.State;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** A series of a week, one of whose tables is missing, and reads of it. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
abstract class RangeReads {
  static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  /** From the 15th on; the table of the 17th is missing, though no lifecycle deleted it. */
  static final TimeSeriesSpec SPEC = spec().build();

  DynamoDbClient plain;
  DynamoDbAsyncClient async;

  @BeforeAll
  void open(LocalDynamoDb local, DynamoDbClient client) {
    plain = client;
    async = local.asyncClient();
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

  static TimeSeriesSpec.Builder spec() {
    return Readings.spec("2026-11-15T00:00:00Z").missingTables(MissingTablePolicy.SKIP);
  }

  private void put(String at, int value) {
    plain.putItem(
        r -> r.tableName("readings_" + at.substring(0, 10)).item(reading("d", at, value)));
  }

  @AfterAll
  void close() {
    async.close();
  }

  SeriesUnderTest client(Kind kind, TimeSeriesSpec spec) {
    return SeriesUnderTest.over(
        kind, plain, async, builder -> builder.table(spec).clock(() -> NOW));
  }

  static QueryRequest of(String times, String... bounds) {
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

  static List<Integer> values(QueryResponse page) {
    return page.items().stream().map(item -> Integer.valueOf(item.get("value").n())).toList();
  }

  static List<String> covered(CoveredPage<QueryResponse> page, State state) {
    return page.coverage().stream()
        .filter(period -> period.state() == state)
        .map(PeriodCoverage::tableName)
        .map(name -> name.substring(name.length() - 2))
        .toList();
  }
}
