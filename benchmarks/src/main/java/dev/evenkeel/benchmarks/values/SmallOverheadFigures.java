package dev.evenkeel.benchmarks.values;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.evenkeel.benchmarks.canned.CannedAnswers;
import dev.evenkeel.benchmarks.canned.CannedClients;
import dev.evenkeel.benchmarks.figure.Comparison;
import dev.evenkeel.benchmarks.figure.Comparison.Plan;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.Codecs;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * CPU time of a decorated put of a small item into a table with large values, beside the plain put
 * of the same item, over an HTTP client that answers at once.
 */
final class SmallOverheadFigures {
  private static final String NAME = "overhead_small";
  private static final int ITEM_BYTES = 200;

  private SmallOverheadFigures() {}

  static void measure(Scale scale, FigureReport report) {
    report.note(NAME + " ...");
    Plan plan = Plan.of(scale);
    List<PutItemRequest> puts =
        IntStream.range(0, plan.callsPerBlock()).mapToObj(SmallOverheadFigures::put).toList();
    try (DynamoDbClient plain =
        CannedClients.sync(CannedAnswers.with("{}".getBytes(US_ASCII)), Duration.ZERO)) {
      DynamoDbClient chunking =
          ChunkingDynamoDbClient.builder(plain)
              .table(
                  Fixture.specWithoutBucket(
                      AttributePolicy.compressed(Codecs.gzip()).thenChunked()))
              .build();
      Comparison comparison =
          Comparison.of(plan, i -> plain.putItem(puts.get(i)), i -> chunking.putItem(puts.get(i)));
      report.put(NAME + "_item_bytes", ITEM_BYTES);
      report.put(NAME, comparison.ratio());
      report.put(NAME + "_plain_ns", comparison.plainNanos());
      report.put(NAME + "_extra_ns", comparison.extraNanos());
      report.put(NAME + "_extra_bytes", comparison.extraBytes());
    }
  }

  private static PutItemRequest put(int number) {
    String id = "item" + number;
    int rest = ITEM_BYTES - "id".length() - id.length() - Fixture.VALUE.length();
    return Fixture.put(id, AttributeValue.fromS("v".repeat(rest)));
  }
}
