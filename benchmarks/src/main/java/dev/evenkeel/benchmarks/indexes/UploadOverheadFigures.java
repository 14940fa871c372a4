package dev.evenkeel.benchmarks.indexes;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.evenkeel.benchmarks.canned.CannedAnswers;
import dev.evenkeel.benchmarks.canned.CannedClients;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Samples;
import dev.evenkeel.benchmarks.figure.Scale;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The time of an upload by that of a plain loop of BatchWriteItem, over the SDK's client and an
 * HTTP client that answers each request after the same time. Both send the same items in as many
 * requests, and make them as they go; they take turns in going first.
 */
final class UploadOverheadFigures {
  private static final String NAME = "upload_overhead";
  private static final int BATCH = 25;
  private static final int YEARS = 50;
  private static final Duration ANSWER = Duration.ofMillis(5);
  private static final int CONCURRENCY = 4;

  private final Scale scale;
  private final FigureReport report;
  private final DynamoDbClient client;
  private final int filmsPerYear;
  private final int films;

  private UploadOverheadFigures(Scale scale, FigureReport report, DynamoDbClient client) {
    this.scale = scale;
    this.report = report;
    this.client = client;
    this.filmsPerYear = scale.of(100, 4);
    this.films = YEARS * filmsPerYear;
  }

  static void measure(Scale scale, FigureReport report) {
    try (DynamoDbClient client =
        CannedClients.sync(CannedAnswers.with("{}".getBytes(US_ASCII)), ANSWER)) {
      new UploadOverheadFigures(scale, report, client).measure();
    }
  }

  private void measure() {
    report.put(NAME + "_items", films);
    report.put(NAME + "_answer_ms", ANSWER.toMillis());
    report.put(NAME + "_pairs", pairs());
    report.put(NAME + "_concurrency", CONCURRENCY);
    put(NAME, CONCURRENCY);
    put(NAME + "_c1", 1);
  }

  private int pairs() {
    return scale.of(31, 2);
  }

  private void put(String name, int concurrency) {
    report.note(name + " ...");
    int warmUps = scale.of(6, 0);
    for (int pair = 0; pair < warmUps; pair++) {
      ratio(pair, concurrency);
    }
    report.put(name, Samples.of(pairs(), pair -> ratio(pair, concurrency)).median());
  }

  private double ratio(int pair, int concurrency) {
    boolean plainFirst = pair % 2 == 0;
    double before = nanos(plainFirst ? this::plainLoop : () -> upload(concurrency));
    double after = nanos(plainFirst ? () -> upload(concurrency) : this::plainLoop);
    return plainFirst ? after / before : before / after;
  }

  private static double nanos(Runnable run) {
    long begin = System.nanoTime();
    run.run();
    return System.nanoTime() - begin;
  }

  private void upload(int concurrency) {
    long batches =
        Films.upload(client, films, filmsPerYear, it -> it.concurrency(concurrency))
            .progress()
            .batches();
    if (batches != (films + BATCH - 1) / BATCH) {
      throw new IllegalStateException("the upload sent more requests than the loop: " + batches);
    }
  }

  private void plainLoop() {
    List<Map<String, AttributeValue>> batch = new ArrayList<>();
    for (int i = 0; i < films; i++) {
      batch.add(Films.film(i / filmsPerYear, i));
      if (batch.size() == BATCH) {
        send(batch);
        batch.clear();
      }
    }
    if (!batch.isEmpty()) {
      send(batch);
    }
  }

  private void send(List<Map<String, AttributeValue>> batch) {
    List<WriteRequest> puts =
        batch.stream()
            .map(item -> WriteRequest.builder().putRequest(put -> put.item(item)).build())
            .toList();
    client.batchWriteItem(
        write ->
            write
                .requestItems(Map.of(Films.TABLE, puts))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
  }
}
