package dev.evenkeel.benchmarks.indexes;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.evenkeel.benchmarks.canned.CannedAnswers;
import dev.evenkeel.benchmarks.canned.CannedClients;
import dev.evenkeel.benchmarks.canned.IdSet;
import dev.evenkeel.benchmarks.figure.Comparison;
import dev.evenkeel.benchmarks.figure.Comparison.Plan;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * CPU time of a decorated put into a table with a sharded index beside the plain put of the item
 * that it becomes, number and all, over an HTTP client that answers at once.
 */
final class IndexOverheadFigures {
  private static final int SHARDS = 50;
  private static final String NAME = "overhead_put_indexed";

  private IndexOverheadFigures() {}

  static void measure(Scale scale, FigureReport report) {
    report.note(NAME + " ...");
    Plan plan = Plan.of(scale);
    IdSet ids = new IdSet(1);
    List<PutItemRequest> logical =
        IntStream.range(0, plan.callsPerBlock())
            .mapToObj(i -> Invoices.put(Invoices.item(ids, i)))
            .toList();
    try (DynamoDbClient plain =
        CannedClients.sync(CannedAnswers.with("{}".getBytes(US_ASCII)), Duration.ZERO)) {
      ShardingDynamoDbClient sharded =
          ShardingDynamoDbClient.builder(plain).table(Invoices.spec(SHARDS)).build();
      List<PutItemRequest> physical = logical.stream().map(put -> sent(sharded, put)).toList();
      Comparison comparison =
          Comparison.of(
              plan, i -> plain.putItem(physical.get(i)), i -> sharded.putItem(logical.get(i)));
      report.put(NAME, comparison.ratio());
      report.put(NAME + "_plain_ns", comparison.plainNanos());
      report.put(NAME + "_extra_ns", comparison.extraNanos());
      report.put(NAME + "_extra_bytes", comparison.extraBytes());
    }
  }

  /** The stored form of a put. */
  static PutItemRequest sent(ShardingDynamoDbClient sharded, PutItemRequest put) {
    return (PutItemRequest) sharded.explain(put).firstRound().subRequests().get(0);
  }
}
