package dev.evenkeel.benchmarks.timeseries;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.evenkeel.benchmarks.canned.CannedAnswers;
import dev.evenkeel.benchmarks.canned.CannedClients;
import dev.evenkeel.benchmarks.figure.Comparison;
import dev.evenkeel.benchmarks.figure.Comparison.Plan;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** CPU time of a routed put, beside the plain put, over an HTTP client that answers at once. */
final class RouteOverheadFigures {
  private static final String NAME = "route_overhead";

  private RouteOverheadFigures() {}

  static void measure(Scale scale, FigureReport report) {
    report.note(NAME + " ...");
    Plan plan = Plan.of(scale);
    List<PutItemRequest> puts =
        IntStream.range(0, plan.callsPerBlock()).mapToObj(RouteOverheadFigures::put).toList();
    try (DynamoDbClient plain =
        CannedClients.sync(CannedAnswers.with("{}".getBytes(US_ASCII)), Duration.ZERO)) {
      DynamoDbClient routing =
          TimeSeriesDynamoDbClient.builder(plain)
              .table(Readings.SPEC)
              .clock(() -> Readings.NOW)
              .build();
      Comparison comparison =
          Comparison.of(plan, i -> plain.putItem(puts.get(i)), i -> routing.putItem(puts.get(i)));
      report.put(NAME, comparison.ratio());
      report.put(NAME + "_plain_ns", comparison.plainNanos());
      report.put(NAME + "_extra_ns", comparison.extraNanos());
      report.put(NAME + "_extra_bytes", comparison.extraBytes());
    }
  }

  private static PutItemRequest put(int number) {
    return PutItemRequest.builder()
        .tableName(Readings.TABLE)
        .item(Readings.item("sensor" + number, Readings.NOW.minusSeconds(number)))
        .build();
  }
}
