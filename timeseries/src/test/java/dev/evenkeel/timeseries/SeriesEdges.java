package dev.evenkeel.timeseries;

import static dev.evenkeel.timeseries.Readings.reading;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A series with a table of before it, and clients of it. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
abstract class SeriesEdges {
  private static final Instant NOW = Instant.parse("2026-11-21T00:30:00Z");
  private static final String OLD = "2026-11-20T23:50:00Z";
  static final String NEW = "2026-11-21T00:10:00Z";

  DynamoDbClient plain;
  private DynamoDbAsyncClient async;

  @BeforeAll
  void open(LocalDynamoDb local, DynamoDbClient client) {
    plain = client;
    async = local.asyncClient();
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

  static TimeSeriesSpec.Builder spec() {
    return Readings.spec("2026-11-15T00:00:00Z").missingTables(MissingTablePolicy.SKIP);
  }

  @AfterAll
  void close() {
    async.close();
  }

  ClientUnderTest client(Kind kind, TimeSeriesSpec... specs) {
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
}
