package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.upload.UploadReport;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Measures two figures of uploads, each in a program of its own: {@code upload_overhead}, the time
 * of an upload over that of a plain loop of BatchWriteItem with the same items on the same engine,
 * as the median of pairs; and {@code upload_peak_mib}, the greatest live heap above what was live
 * before, of an upload of a million items into a client that answers at once.
 */
final class UploadFigures {
  private static final int PAIRS = 5;
  private static final int BATCH = 25;

  private UploadFigures() {}

  public static void main(String[] arguments) {
    overhead(System.out, 100, 100);
    peak(System.out, 1_000_000);
  }

  private static void overhead(PrintStream out, int partitions, int itemsEach) {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient client = local.client()) {
      PhysicalTables.create(client, BatchSpecs.PLAIN);
      List<Double> ratios = new ArrayList<>();
      for (int pair = 0; pair <= PAIRS; pair++) {
        String prefix = "pair" + pair + "-";
        long plain = plainLoop(client, Uploads.sorted(prefix + "a", partitions, itemsEach));
        for (int concurrency : new int[] {1, 4}) {
          String own = prefix + "u" + concurrency + "-";
          long upload = upload(client, Uploads.sorted(own, partitions, itemsEach), concurrency);
          out.printf(
              Locale.ROOT,
              "pair %d, concurrency %d: %.3f%n",
              pair,
              concurrency,
              (double) upload / plain);
          if (pair > 0 && concurrency == 1) {
            ratios.add((double) upload / plain);
          }
        }
      }
      double[] sorted = ratios.stream().mapToDouble(ratio -> ratio).sorted().toArray();
      out.printf(
          Locale.ROOT,
          "upload_overhead %.3f (concurrency 1; %s)%n",
          sorted[PAIRS / 2],
          Arrays.toString(sorted));
    }
  }

  private static long plainLoop(DynamoDbClient client, List<Map<String, AttributeValue>> items) {
    long start = System.nanoTime();
    for (int from = 0; from < items.size(); from += BATCH) {
      List<WriteRequest> puts =
          items.subList(from, Math.min(from + BATCH, items.size())).stream()
              .map(item -> WriteRequest.builder().putRequest(put -> put.item(item)).build())
              .toList();
      client.batchWriteItem(
          write ->
              write
                  .requestItems(Map.of("plain", puts))
                  .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    }
    return System.nanoTime() - start;
  }

  private static long upload(
      DynamoDbClient client, List<Map<String, AttributeValue>> items, int concurrency) {
    long start = System.nanoTime();
    DistributedUpload.builder(client)
        .table("plain", Uploads.KEY)
        .source(UploadSources.items("figures", items))
        .concurrency(concurrency)
        .build()
        .run();
    return System.nanoTime() - start;
  }

  private static void peak(PrintStream out, int items) {
    long before = liveBytes();
    AtomicLong peak = new AtomicLong();
    AtomicInteger calls = new AtomicInteger();
    DynamoDbClient client =
        new AnsweringClient(
            () -> {
              if (calls.getAndIncrement() % 1_000 == 0) {
                peak.accumulateAndGet(liveBytes() - before, Math::max);
              }
            });
    UploadReport report =
        DistributedUpload.builder(client)
            .table("plain", Uploads.KEY)
            .source(
                UploadSources.stream(
                    "figures", () -> IntStream.range(0, items).mapToObj(UploadFigures::film)))
            .build()
            .run();
    out.printf(
        Locale.ROOT,
        "upload_peak_mib %.1f (%d items, %.1f partition keys a batch)%n",
        peak.get() / 1048576.0,
        report.progress().itemsStored(),
        report.progress().partitionKeysPerBatch());
  }

  /** About half a kilobyte, as AWS's sample of films has it. */
  private static Map<String, AttributeValue> film(int i) {
    return Map.of(
        "pk", AttributeValue.fromS("year" + i / 1_000),
        "sk", AttributeValue.fromN(Integer.toString(i)),
        "v", AttributeValue.fromS("v" + i),
        "directors", AttributeValue.fromL(List.of(AttributeValue.fromS("A Director " + i))),
        "plot", AttributeValue.fromS(("a plot that thickens " + i + " ").repeat(12)),
        "rating", AttributeValue.fromN("8.3"),
        "actors",
            AttributeValue.fromL(
                List.of(AttributeValue.fromS("One " + i), AttributeValue.fromS("Two " + i))));
  }

  /** What is reachable: the collection may need asking twice to see what references held. */
  private static long liveBytes() {
    Runtime runtime = Runtime.getRuntime();
    runtime.gc();
    runtime.gc();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private record AnsweringClient(Runnable onCall) implements DynamoDbClient {
    @Override
    public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
      onCall.run();
      return BatchWriteItemResponse.builder().build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }
}
