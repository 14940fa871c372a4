package dev.evenkeel.benchmarks.indexes;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.evenkeel.benchmarks.canned.CannedAnswers;
import dev.evenkeel.benchmarks.canned.CannedClients;
import dev.evenkeel.benchmarks.figure.LiveHeap;
import dev.evenkeel.upload.spec.UploadReport;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Uploads a large source with all defaults through the SDK's client and prints the heap peak,
 * beyond the heap of the JVM and the client before.
 */
final class UploadPeakMain {
  private static final double MIB = 1 << 20;
  private static final int WARM_UP_FILMS = 1_000;
  private static final int FILMS_PER_YEAR = 1_000;

  private UploadPeakMain() {}

  /** Takes the number of items and the name of the figure. */
  public static void main(String[] arguments) throws InterruptedException {
    int films = Integer.parseInt(arguments[0]);
    String name = arguments[1];
    try (DynamoDbClient client =
            CannedClients.sync(CannedAnswers.with("{}".getBytes(US_ASCII)), Duration.ZERO);
        LiveHeap heap = LiveHeap.watched()) {
      upload(client, WARM_UP_FILMS);
      long before = heap.collect();
      UploadReport report = heap.whileCollecting(() -> upload(client, films));
      print(name, (heap.peakBytes() - before) / MIB);
      print(name + "_before", before / MIB);
      print(name + "_collections", (double) heap.collections());
      print(name + "_batches", (double) report.progress().batches());
      print(name + "_partition_keys_per_batch", report.progress().partitionKeysPerBatch());
    }
  }

  private static UploadReport upload(DynamoDbClient client, int films) {
    return Films.upload(client, films, FILMS_PER_YEAR, defaults -> defaults);
  }

  private static void print(String name, double value) {
    System.out.println(name + "=" + value);
  }
}
