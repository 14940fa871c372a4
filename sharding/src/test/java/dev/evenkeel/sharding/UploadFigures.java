package dev.evenkeel.sharding;

import com.sun.management.OperatingSystemMXBean;
import dev.evenkeel.sharding.spec.upload.UploadReport;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
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
  private static final int PAIRS = 11;
  private static final int WARM_UPS = 4;
  private static final int BATCH = 25;

  private UploadFigures() {}

  public static void main(String[] arguments) {
    overhead(System.out, 50, 100);
    peak(System.out, 1_000_000);
  }

  /** Both sides take turns in going first; the first pairs warm up. */
  private static void overhead(PrintStream out, int partitions, int itemsEach) {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient client = local.client()) {
      PhysicalTables.create(client, BatchSpecs.PLAIN);
      List<Double> wall = new ArrayList<>();
      List<Double> cpu = new ArrayList<>();
      for (int pair = -WARM_UPS; pair < PAIRS; pair++) {
        List<Map<String, AttributeValue>> left = Uploads.sorted(pair + "p", partitions, itemsEach);
        List<Map<String, AttributeValue>> right = Uploads.sorted(pair + "u", partitions, itemsEach);
        Cost plain = pair % 2 == 0 ? Cost.of(() -> plainLoop(client, left)) : null;
        Cost upload = Cost.of(() -> upload(client, right));
        plain = plain == null ? Cost.of(() -> plainLoop(client, left)) : plain;
        if (pair >= 0) {
          wall.add((double) upload.wallNanos() / plain.wallNanos());
          cpu.add((double) upload.cpuNanos() / plain.cpuNanos());
        }
      }
      out.printf(Locale.ROOT, "upload_overhead %.3f wall, %.3f CPU%n", median(wall), median(cpu));
      out.printf("  wall %s%n  CPU %s%n", wall, cpu);
    }
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  /** What a run cost this process, the engine in it included. */
  private record Cost(long wallNanos, long cpuNanos) {
    static Cost of(Runnable run) {
      OperatingSystemMXBean process =
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      long cpu = process.getProcessCpuTime();
      long wall = System.nanoTime();
      run.run();
      return new Cost(System.nanoTime() - wall, process.getProcessCpuTime() - cpu);
    }
  }

  private static void plainLoop(DynamoDbClient client, List<Map<String, AttributeValue>> items) {
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
  }

  private static void upload(DynamoDbClient client, List<Map<String, AttributeValue>> items) {
    DistributedUpload.builder(client)
        .table("plain", Uploads.KEY)
        .source(UploadSources.items("figures", items))
        .build()
        .run();
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
