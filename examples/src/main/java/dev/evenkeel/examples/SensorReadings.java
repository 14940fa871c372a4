package dev.evenkeel.examples;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.planning.EventStream;
import dev.evenkeel.timeseries.planning.TimeSeriesPlan;
import dev.evenkeel.timeseries.planning.TimeSeriesPlanner;
import dev.evenkeel.timeseries.spec.CoveredPage;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage.State;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.Tier;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Readings of sensors, a table a day: "around 600 events per second, each taking up about 180 bytes
 * in DynamoDB" (<em>Best Practices for Handling Time-Series Data in DynamoDB</em>). The planner
 * says how long a period may be; then readings come, a file's of lines such as {@code 2014-07-01
 * 00:30:00,8127} if one is named, and some made up if not.
 */
public final class SensorReadings {
  private static final String TABLE = "readings";
  private static final String SENSOR = "taxi-passengers";

  /** Readings are of half an hour. */
  private static final Duration EVERY = Duration.ofMinutes(30);

  private SensorReadings() {}

  /** A time and what was counted then. */
  record Reading(Instant at, int count) {}

  public static void main(String[] arguments) {
    run(System.out, arguments.length == 0 ? made() : read(Path.of(arguments[0])));
  }

  /** Five days of invented readings. */
  static List<Reading> made() {
    Instant start = Instant.parse("2014-07-01T00:00:00Z");
    List<Reading> readings = new ArrayList<>();
    for (int i = 0; i < 5 * 48; i++) {
      readings.add(new Reading(start.plus(EVERY.multipliedBy(i)), 8000 + i * 37 % 2000));
    }
    return readings;
  }

  /** The readings of a file, in its order. */
  static List<Reading> read(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.skip(1).map(line -> line.split("[, ]", 3)).map(SensorReadings::parsed).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Reading parsed(String[] fields) {
    return new Reading(
        Instant.parse(fields[0] + "T" + fields[1] + "Z"), Integer.parseInt(fields[2]));
  }

  static void run(PrintStream out, List<Reading> readings) {
    // [docs:plan]
    TimeSeriesPlan plan =
        TimeSeriesPlanner.create().withoutOverhead().plan(EventStream.of(600, 180));
    // [docs]
    out.println(plan.toString().lines().findFirst().orElse(""));
    TimeSeriesSpec spec = spec(plan, readings.get(0).at());
    MovingClock clock = new MovingClock(readings.get(0).at());
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient plain = local.client()) {
      TableLifecycle lifecycle =
          TableLifecycle.builder(plain)
              .controlTable("readings_control")
              .table(spec)
              .deletes(2)
              .clock(clock)
              .build();
      lifecycle.createControlTable();
      TimeSeriesDynamoDbClient client =
          TimeSeriesDynamoDbClient.builder(plain).table(spec).clock(clock).build();
      for (Reading reading : readings) {
        clock.moveTo(reading.at());
        lifecycle.run();
        put(client, reading);
      }
      tables(out, plain, spec);
      busiest(out, client, readings.get(readings.size() - 1).at());
    }
  }

  private static TimeSeriesSpec spec(TimeSeriesPlan plan, Instant since) {
    return TimeSeriesSpec.builder(TABLE)
        .period(plan.period())
        .since(since)
        .time(ItemTime.iso("at"))
        .template(ExampleTables.provisioned(100, plan.writeUnitsPerSecond(), "sensor", "at"))
        .tiers(Tier.cooled().provisioned(50, 1), Tier.after(Duration.ofDays(2)).provisioned(5, 1))
        .retention(Retention.deleteAfter(Duration.ofDays(3)).deleteWithoutArchive())
        .build();
  }

  private static void put(DynamoDbClient client, Reading reading) {
    Map<String, AttributeValue> item =
        Map.of(
            "sensor", AttributeValue.fromS(SENSOR),
            "at", AttributeValue.fromS(reading.at().toString()),
            "count", AttributeValue.fromN(Integer.toString(reading.count())));
    client.putItem(put -> put.tableName(TABLE).item(item));
  }

  /** The remaining tables, with their provisioned units. */
  private static void tables(PrintStream out, DynamoDbClient plain, TimeSeriesSpec spec) {
    for (String name : plain.listTablesPaginator().tableNames()) {
      if (spec.tables().periodOf(name) != null) {
        ProvisionedThroughputDescription units =
            plain.describeTable(d -> d.tableName(name)).table().provisionedThroughput();
        out.printf(
            "%s: %d read and %d write units%n",
            name, units.readCapacityUnits(), units.writeCapacityUnits());
      }
    }
  }

  /** The last two days, across midnight, in one query. */
  private static void busiest(PrintStream out, TimeSeriesDynamoDbClient client, Instant last) {
    // [docs:query]
    CoveredPage<QueryResponse> page =
        client.queryCovered(
            QueryRequest.builder()
                .tableName("readings")
                .keyConditionExpression("sensor = :s AND #at > :from")
                .expressionAttributeNames(Map.of("#at", "at"))
                .expressionAttributeValues(
                    Map.of(
                        ":s", AttributeValue.fromS("taxi-passengers"),
                        ":from", AttributeValue.fromS(last.minus(Duration.ofDays(2)).toString())))
                .build());
    // [docs]
    int busiest =
        page.page().items().stream()
            .mapToInt(item -> Integer.parseInt(requireNonNull(item.get("count")).n()))
            .max()
            .orElse(0);
    out.printf(
        "%d readings of two days from %d tables, at most %d at a time%n",
        page.page().count(),
        page.coverage().stream().filter(period -> period.state() == State.READ).count(),
        busiest);
  }
}
