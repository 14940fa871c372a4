package dev.evenkeel.benchmarks.values;

import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import java.util.Random;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Write and read units of a chunked put beyond those of the payload alone, a unit per KB, as
 * DynamoDB Local counts them in every request that is sent.
 */
final class LargeUnitsFigures {
  private static final String NAME = "extra_units_large";
  private static final int VALUE_BYTES = 1 << 20;
  private static final int WRITE_UNIT_BYTES = 1024;

  private LargeUnitsFigures() {}

  static void measure(Servers servers, FigureReport report) {
    report.note(NAME + " ...");
    byte[] noise = new byte[VALUE_BYTES];
    new Random(1).nextBytes(noise);
    UnitCount units = new UnitCount();
    try (Fixture fixture = new Fixture(servers);
        DynamoDbClient counted = units.counting(fixture.local)) {
      DynamoDbClient client =
          ChunkingDynamoDbClient.builder(counted)
              .table(Fixture.specWithoutBucket(AttributePolicy.chunked()))
              .build();
      client.putItem(Fixture.put("v", AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(noise))));
      report.put(NAME + "_value_bytes", VALUE_BYTES);
      report.put(NAME, units.written() - (double) VALUE_BYTES / WRITE_UNIT_BYTES);
      report.put(NAME + "_read", units.read());
      report.put(NAME + "_requests", units.requests());
      fixture.empty();
    }
  }
}
