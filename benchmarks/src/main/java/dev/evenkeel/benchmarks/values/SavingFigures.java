package dev.evenkeel.benchmarks.values;

import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.ValueCodec;
import dev.evenkeel.core.item.ItemSize;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The share of bytes, and of write units, that compression saves of everything that is stored for a
 * value: item, marker and chunks. Beside it the same values in the same chunks as they are.
 */
final class SavingFigures {
  private static final int WRITE_UNIT_BYTES = 1024;

  private SavingFigures() {}

  /** The bytes and units of everything that was stored. */
  private record Stored(long bytes, long units) {}

  static void measure(Texts texts, Servers servers, FigureReport report) {
    measure("texts", texts.documents(), servers, report);
    measure("films", texts.records(), servers, report);
  }

  private static void measure(
      String name, List<String> values, Servers servers, FigureReport report) {
    report.note("bytes_saved, units_saved of " + name + " ...");
    report.put("saved_" + name + "_values", values.size());
    Stored raw = stored(values, AttributePolicy.chunked(), servers);
    report.put("saved_" + name + "_bytes", raw.bytes());
    for (ValueCodec codec : List.of(Codecs.gzip(), Codecs.zstd())) {
      Stored packed = stored(values, AttributePolicy.compressed(codec).thenChunked(), servers);
      report.put(
          "bytes_saved_%s_%s".formatted(codec.name(), name), saved(packed.bytes(), raw.bytes()));
      report.put(
          "units_saved_%s_%s".formatted(codec.name(), name), saved(packed.units(), raw.units()));
    }
  }

  private static double saved(long packed, long raw) {
    return 1 - (double) packed / raw;
  }

  private static Stored stored(List<String> values, AttributePolicy policy, Servers servers) {
    try (Fixture fixture = new Fixture(servers)) {
      DynamoDbClient client = fixture.client(policy);
      for (int i = 0; i < values.size(); i++) {
        AttributeValue value = AttributeValue.fromS(values.get(i));
        client.putItem(Fixture.put("v" + i, value));
        if (!Fixture.get(client, "v" + i).equals(value)) {
          throw new IllegalStateException("value " + i + " did not come back");
        }
      }
      List<Long> sizes =
          Stream.of(Fixture.DOCS, Fixture.CHUNKS)
              .flatMap(table -> fixture.stored(table).stream())
              .map((Map<String, AttributeValue> item) -> ItemSize.bytes(item))
              .toList();
      fixture.empty();
      return new Stored(
          sizes.stream().mapToLong(bytes -> bytes).sum(),
          sizes.stream()
              .mapToLong(bytes -> (bytes + WRITE_UNIT_BYTES - 1) / WRITE_UNIT_BYTES)
              .sum());
    }
  }
}
