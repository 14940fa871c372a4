package dev.evenkeel.benchmarks.values;

import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Samples;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import java.util.Arrays;
import java.util.Random;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Wall time of writing and reading a value of bytes that cannot be compressed, by that of the same
 * by hand. Both use the same servers and the same clients, and take turns in going first.
 */
final class ValueTimeFigures {
  private final Scale scale;
  private final FigureReport report;
  private final byte[] value;
  private long version;

  private ValueTimeFigures(Scale scale, FigureReport report) {
    this.scale = scale;
    this.report = report;
    this.value = new byte[scale.of(8 << 20, 1 << 20)];
    new Random(1).nextBytes(value);
  }

  static void measure(Scale scale, Servers servers, FigureReport report) {
    ValueTimeFigures figures = new ValueTimeFigures(scale, report);
    report.put("value_bytes", figures.value.length);
    report.put("value_pairs", figures.pairs());
    try (Fixture fixture = new Fixture(servers)) {
      figures.chunks(fixture);
    }
    try (Fixture fixture = new Fixture(servers)) {
      figures.objects(fixture);
    }
  }

  private int pairs() {
    return scale.of(31, 1);
  }

  private void chunks(Fixture fixture) {
    HandWritten raw = new HandWritten(fixture, ChunkTableSpec.of("any").chunkBytes());
    DynamoDbClient client = fixture.client(AttributePolicy.chunked());
    compare(
        "chunk_write_vs_raw",
        () -> raw.write("raw", version++, value),
        () -> client.putItem(Fixture.put("ours", fresh())),
        fixture::empty);
    raw.write("raw", version++, value);
    client.putItem(Fixture.put("ours", fresh()));
    compare(
        "chunk_read_vs_raw",
        () -> check(raw.read("raw")),
        () -> check(Fixture.get(client, "ours").b().asByteArrayUnsafe()),
        () -> {});
    fixture.empty();
  }

  private void objects(Fixture fixture) {
    HandWritten raw = new HandWritten(fixture, 1);
    DynamoDbClient client = fixture.client(AttributePolicy.offloaded());
    compare(
        "offload_vs_raw",
        () -> raw.offload("raw", version++, value),
        () -> client.putItem(Fixture.put("ours", fresh())),
        fixture::empty);
    raw.offload("raw", version++, value);
    client.putItem(Fixture.put("ours", fresh()));
    compare(
        "offload_read_vs_raw",
        () -> check(raw.fetch("raw")),
        () -> check(Fixture.get(client, "ours").b().asByteArrayUnsafe()),
        () -> {});
    fixture.empty();
  }

  /** Another value each time: one that is there already would not be written. */
  private AttributeValue fresh() {
    value[0]++;
    return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(value));
  }

  private void check(byte[] read) {
    if (!Arrays.equals(read, 1, read.length, value, 1, value.length)) {
      throw new IllegalStateException("the value did not come back");
    }
  }

  private void compare(String name, Runnable raw, Runnable ours, Runnable between) {
    report.note(name + " ...");
    int warmUps = scale.of(5, 0);
    for (int i = 0; i < warmUps; i++) {
      pair(i, raw, ours);
      between.run();
    }
    double[] rawMillis = new double[pairs()];
    double[] ratios = new double[pairs()];
    for (int i = 0; i < pairs(); i++) {
      double[] millis = pair(i, raw, ours);
      rawMillis[i] = millis[0];
      ratios[i] = millis[1] / millis[0];
      between.run();
    }
    report.put(name, Samples.of(ratios).median());
    report.put(name + "_raw_ms", Samples.of(rawMillis).median());
  }

  /** The time of the raw way, and of ours. */
  private static double[] pair(int number, Runnable raw, Runnable ours) {
    boolean rawFirst = number % 2 == 0;
    double first = millis(rawFirst ? raw : ours);
    double second = millis(rawFirst ? ours : raw);
    return rawFirst ? new double[] {first, second} : new double[] {second, first};
  }

  private static double millis(Runnable run) {
    long begin = System.nanoTime();
    run.run();
    return (System.nanoTime() - begin) / 1e6;
  }
}
