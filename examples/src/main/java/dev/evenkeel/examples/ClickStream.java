package dev.evenkeel.examples;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.Tier;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Clicks of customers, a table a month: "for the table storing data from the latest month or week,
 * where data access rate is high, request higher throughput and for tables storing older data, you
 * could dial down the throughput" (<em>Best Practices for Tables</em>, "Understand Access Patterns
 * for Time Series Data"). Half a year goes by, with a run of the lifecycle every day.
 */
public final class ClickStream {
  private static final String TABLE = "clicks";
  private static final Instant START = Instant.parse("2026-01-15T23:30:00Z");
  private static final Instant END = Instant.parse("2026-07-02T00:00:00Z");

  // [docs:spec]
  static final TableTemplate EACH_TABLE =
      TableTemplate.of(
          CreateTableRequest.builder() // without a name
              .attributeDefinitions(
                  AttributeDefinition.builder()
                      .attributeName("customer")
                      .attributeType("S")
                      .build(),
                  AttributeDefinition.builder().attributeName("at").attributeType("S").build())
              .keySchema(
                  KeySchemaElement.builder().attributeName("customer").keyType("HASH").build(),
                  KeySchemaElement.builder().attributeName("at").keyType("RANGE").build())
              .provisionedThroughput(units -> units.readCapacityUnits(100L).writeCapacityUnits(50L))
              .build());

  static final TimeSeriesSpec SPEC =
      TimeSeriesSpec.builder("clicks")
          .period(Period.MONTH)
          .since(Instant.parse("2026-01-15T23:30:00Z"))
          .time(ItemTime.iso("at"))
          .template(EACH_TABLE)
          .lateness(Duration.ofHours(6))
          .tiers(
              Tier.cooled().provisioned(25, 1), // no more clicks come: one write unit
              Tier.after(Duration.ofDays(60)).provisioned(2, 1)) // and hardly anybody reads them
          .retention(Retention.deleteAfter(Duration.ofDays(90)).deleteWithoutArchive())
          .build();

  // [docs]

  private ClickStream() {}

  public static void main(String[] arguments) {
    run(System.out);
  }

  static void run(PrintStream out) {
    MovingClock clock = new MovingClock(START);
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient plain = local.client()) {
      // [docs:lifecycle]
      TableLifecycle lifecycle =
          TableLifecycle.builder(plain)
              .controlTable("clicks_control")
              .table(SPEC)
              .deletes(1) // off by default
              .clock(clock) // only here, where half a year goes by at once
              .build();
      lifecycle.createControlTable();
      // [docs]
      // [docs:client]
      TimeSeriesDynamoDbClient client =
          TimeSeriesDynamoDbClient.builder(plain).table(SPEC).clock(clock).build();
      // [docs]
      live(out, clock, lifecycle, client);
      newest(out, client);
    }
  }

  /** Half an hour before midnight each day: a run of the lifecycle, and three clicks. */
  private static void live(
      PrintStream out, MovingClock clock, TableLifecycle lifecycle, DynamoDbClient client) {
    while (clock.instant().isBefore(END)) {
      lifecycle.run().forEach(report -> tell(out, report));
      for (int i = 0; i < 3; i++) {
        Map<String, AttributeValue> click =
            Map.of(
                "customer", AttributeValue.fromS("customer-" + i),
                "at", AttributeValue.fromS(clock.instant().toString()),
                "url", AttributeValue.fromS("/products/" + clock.instant().toEpochMilli() % 97));
        client.putItem(put -> put.tableName(TABLE).item(click));
      }
      clock.pass(Duration.ofDays(1));
    }
  }

  private static void tell(PrintStream out, LifecycleReport report) {
    for (TableAction action : report.actions(Result.DONE)) {
      out.printf(
          "%s %s %s%n",
          report.at().toString().substring(0, 16),
          action.getClass().getSimpleName().toLowerCase(Locale.ROOT),
          action.tableName());
    }
  }

  private static void newest(PrintStream out, DynamoDbClient client) {
    QueryRequest newest =
        QueryRequest.builder()
            .tableName(TABLE)
            .keyConditionExpression("customer = :c")
            .expressionAttributeValues(Map.of(":c", AttributeValue.fromS("customer-1")))
            .scanIndexForward(false)
            .limit(5)
            .build();
    client
        .query(newest)
        .items()
        .forEach(click -> out.println("click at " + requireNonNull(click.get("at")).s()));
    out.printf(
        "%d clicks of customer-1 are kept%n",
        client.queryPaginator(newest.toBuilder().limit(null).build()).items().stream().count());
  }
}
