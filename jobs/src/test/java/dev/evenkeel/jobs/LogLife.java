package dev.evenkeel.jobs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.jobs.AccessLog.Line;
import dev.evenkeel.jobs.Jar.Ended;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The operator of a web log in tables of days, with each day's text as one large item. */
final class LogLife implements AutoCloseable {
  private static final String CONFIGURATION =
      """
      controlTable: evenkeel-control
      tables:
        - tableName: hits
          time: {attribute: at, before: "#"}
          period: day
          since: %s
          template:
            partitionKey: {name: site}
            sortKey: {name: at}
            provisioned: {readUnits: 50, writeUnits: 200}
          tiers:
            - {age: 0s, provisioned: {readUnits: 10, writeUnits: 1}}
          retention: {age: 3d}
          archive: {bucket: {bucket: %s, prefix: hits}, age: 60h}
      lifecycle: {deletes: 1}
      chunking:
        - tableName: reports
          partitionKey: {name: day}
          attributes: {log: CHUNKS}
          chunkTable: {tableName: report-chunks, partitionKey: Id}
          intentTable: {tableName: report-intents}
      """;

  static final String CONTROL = "evenkeel-control";
  private static final int BATCH = 25;

  final Fixture fixture;
  private final Configuration configuration;

  /** The current time, for the jar and for writers and readers in this process. */
  Instant now = Instant.EPOCH;

  LogLife(LocalDynamoDb server, LocalS3 objects, Path folder, LocalDate since) throws IOException {
    fixture = new Fixture(server, objects, folder, "log-" + since);
    Files.writeString(fixture.config, CONFIGURATION.formatted(since, fixture.bucket));
    configuration = ConfigurationReader.read(fixture.config);
  }

  /** Runs a command at the time of now. */
  Ended run(String... arguments) throws IOException, InterruptedException {
    fixture.jar.properties(Map.of("evenkeel.clock", now.toString()));
    return fixture.jar.run(arguments);
  }

  /** The report of a command that ends with this code. */
  JsonNode report(int code, String... arguments) throws IOException, InterruptedException {
    String[] all = Arrays.copyOf(arguments, arguments.length + 2);
    all[arguments.length] = "--output";
    all[arguments.length + 1] = "json";
    Ended ended = run(all);
    assertThat(ended.code()).as("%s %s", List.of(all), ended).isEqualTo(code);
    return ended.json();
  }

  /** The outcomes of a run, such as {@code build hits_2025-03-10 done}. */
  static List<String> outcomes(JsonNode report) {
    assertThat(report.path("complete").asBoolean()).as("%s", report).isTrue();
    assertThat(report.path("failed").asBoolean()).isFalse();
    List<String> outcomes = new ArrayList<>();
    for (JsonNode outcome : report.path("series").path(0).path("outcomes")) {
      outcomes.add(
          "%s %s %s"
              .formatted(
                  outcome.path("action").asText(),
                  outcome.path("tableName").asText(),
                  outcome.path("result").asText()));
    }
    return outcomes;
  }

  private TimeSeriesDynamoDbClient.Builder hits() {
    return TimeSeriesDynamoDbClient.builder(fixture.client)
        .table(configuration.tables().get(0))
        .clock(() -> now);
  }

  /** Writes lines at their own times. */
  void ingest(List<Line> lines) {
    TimeSeriesDynamoDbClient client = hits().build();
    for (int from = 0; from < lines.size(); from += BATCH) {
      List<Line> batch = lines.subList(from, Math.min(lines.size(), from + BATCH));
      now = batch.get(batch.size() - 1).at();
      List<WriteRequest> puts =
          batch.stream()
              .map(line -> PutRequest.builder().item(line.item()).build())
              .map(put -> WriteRequest.builder().putRequest(put).build())
              .toList();
      assertThat(
              client.batchWriteItem(r -> r.requestItems(Map.of("hits", puts))).unprocessedItems())
          .isEmpty();
    }
  }

  QueryRequest since(LocalDate day, boolean forward) {
    return QueryRequest.builder()
        .tableName("hits")
        .keyConditionExpression("site = :site AND #at >= :from")
        .expressionAttributeNames(Map.of("#at", "at"))
        .expressionAttributeValues(
            Map.of(
                ":site", AttributeValue.fromS("www"),
                ":from", AttributeValue.fromS(day + "T00:00:00Z")))
        .scanIndexForward(forward)
        .build();
  }

  TimeSeriesDynamoDbClient reader() {
    return hits().archivedReads(CONTROL).build();
  }

  List<Map<String, AttributeValue>> read(LocalDate from, boolean forward) {
    return reader().queryPaginator(since(from, forward)).items().stream().toList();
  }

  private ChunkingDynamoDbClient reports() {
    ChunkingSpec configured = configuration.chunking().get(0);
    return ChunkingDynamoDbClient.builder(fixture.client)
        .table(
            configured.toBuilder()
                .itemBytesMax(1000)
                .chunkTable(requireNonNull(configured.chunkTable()).withChunkBytes(5000))
                .build())
        .clock(() -> now)
        .build();
  }

  /** Stores what there is of a day as one item, in the place of what there was. */
  void report(LocalDate day, List<Line> lines) {
    reports().putItem(put -> put.tableName("reports").item(item(day, lines)));
  }

  static Map<String, AttributeValue> item(LocalDate day, List<Line> lines) {
    return Map.of(
        "day", AttributeValue.fromS(day.toString()),
        "log",
            AttributeValue.fromS(
                lines.stream()
                    .map(line -> requireNonNull(line.item().get("line")).s())
                    .collect(Collectors.joining("\n"))));
  }

  Map<String, AttributeValue> reported(LocalDate day) {
    Map<String, AttributeValue> key = Map.of("day", AttributeValue.fromS(day.toString()));
    return reports().getItem(get -> get.tableName("reports").key(key)).item();
  }

  int rows(String table) {
    return fixture.client.scan(scan -> scan.tableName(table)).count();
  }

  @Override
  public void close() throws IOException {
    fixture.close();
  }
}
