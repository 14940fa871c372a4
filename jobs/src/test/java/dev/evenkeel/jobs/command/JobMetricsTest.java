package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.jobs.KeyedTables;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.jobs.report.EmbeddedMetrics;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Prebuilt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the dashboard and the alarms of jobs ask of CloudWatch, commands that run here print. */
@Tag("deep")
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class JobMetricsTest {
  private static final Path FOLDER = Path.of("../examples/deploy");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DAY = "clicks_2026-11-20";
  private static final String CONFIGURATION =
      """
      controlTable: evenkeel-control
      tables:
        - tableName: clicks
          time: {attribute: at}
          period: day
          since: 2026-11-20
          template: {partitionKey: {name: page}, sortKey: {name: at}}
          retention: {age: 2d}
          archive: {bucket: {bucket: BUCKET, prefix: clicks}}
      chunking:
        - tableName: replies
          partitionKey: {name: Id}
          attributes: {Message: CHUNKS}
          chunkTable: {tableName: reply-chunks}
          intentTable: {tableName: reply-intents}
      """;

  /** The names of metrics, by the dimension and its value: {@code command=sweep}. */
  private final Map<String, Set<String>> printed = new HashMap<>();

  private String config = "";

  @Test
  void dashboardAndAlarms_areOverMetricsThatJobsPrint(
      LocalDynamoDb server, LocalS3 s3, @TempDir Path folder) throws IOException {
    String configuration = CONFIGURATION.replace("BUCKET", s3.newBucket());
    config = Files.writeString(folder.resolve("evenkeel.yaml"), configuration).toString();
    LocalDynamoDb own = server.isolated();
    CommandRunner typed = CommandRunner.on(own, s3);
    runOverTables(typed, own.client());
    sweep(typed, own.client());
    move(new MovedClicks(server));

    JsonNode dashboard = JSON.readTree(FOLDER.resolve("grafana/evenkeel-jobs.json").toFile());
    Set<String> asked = new TreeSet<>();
    for (JsonNode panel : dashboard.path("panels")) {
      for (JsonNode target : panel.path("targets")) {
        assertThat(target.path("namespace").asText()).isEqualTo("Evenkeel");
        Map.Entry<String, JsonNode> by = target.path("dimensions").properties().iterator().next();
        assertThat(target.path("dimensions")).hasSize(1);
        assertPrinted(by.getKey(), by.getValue().asText(), target.path("metricName").asText());
        asked.add(by.getKey() + "=" + by.getValue().asText());
      }
    }
    assertThat(asked).contains("series=$series", "command=sweep", "command=tables restore");
    JsonNode series = dashboard.at("/templating/list/2/query");
    assertPrinted(
        series.path("dimensionKey").asText(), "$series", series.path("metricName").asText());
    Pattern alarm =
        Pattern.compile("MetricName: (\\w+)\\s+Dimensions: \\[\\{Name: (\\w+), Value: ([^}]+)}]");
    List<String> alarms = new ArrayList<>();
    alarm
        .matcher(Files.readString(FOLDER.resolve("lambda/alarms.yaml")))
        .results()
        .forEach(
            found -> {
              alarms.add(found.group(1));
              assertPrinted(found.group(2), found.group(3), found.group(1));
            });
    assertThat(alarms).hasSize(4);
  }

  private void assertPrinted(String dimension, String value, String metric) {
    boolean isAny = value.startsWith("$") || value.startsWith("!Ref");
    assertThat(printed.getOrDefault(dimension + "=" + (isAny ? "clicks" : value), Set.of()))
        .as("%s=%s", dimension, value)
        .contains(metric);
  }

  /** Notes the metrics among the lines. */
  private void note(String lines) throws IOException {
    for (String line : lines.lines().filter(one -> one.startsWith("{")).toList()) {
      JsonNode read = JSON.readTree(line);
      JsonNode metrics = read.at("/_aws/CloudWatchMetrics/0");
      assertThat(metrics.path("Namespace").asText()).isEqualTo("Evenkeel");
      assertThat(metrics.at("/Dimensions/0")).hasSize(1);
      String dimension = metrics.at("/Dimensions/0/0").asText();
      Set<String> names =
          printed.computeIfAbsent(
              dimension + "=" + read.path(dimension).asText(), any -> new TreeSet<>());
      metrics.path("Metrics").forEach(metric -> names.add(metric.path("Name").asText()));
    }
  }

  private void run(CommandRunner typed, String... line) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(line));
    arguments.addAll(List.of("-c", config, "--metrics", "EMF"));
    Result result = typed.run(arguments.toArray(String[]::new));
    assertThat(result.code()).as("%s", result).isZero();
    note(result.err());
  }

  private void runOverTables(CommandRunner typed, DynamoDbClient client) throws IOException {
    run(typed, "tables", "apply");
    Map<String, AttributeValue> click =
        Map.of(
            "page", AttributeValue.fromS("/"), "at", AttributeValue.fromS("2026-11-20T12:00:00Z"));
    client.putItem(put -> put.tableName(DAY).item(click));
    typed.now = Instant.parse("2026-11-21T01:10:00Z");
    run(typed, "tables", "apply");
    run(typed, "tables", "archive");
    run(typed, "tables", "restore", DAY);
    run(typed, "work", "--job", "nightly", "--index", "2");
    // Each run prints its line as this, if lifecycle.metrics is EMF.
    Prebuilt prebuilt = new Prebuilt(List.of(), Instant.parse("2026-11-22T00:00:00Z"));
    note(
        EmbeddedMetrics.line(
            new LifecycleReport("clicks", typed.now, List.of(), List.of(), prebuilt, null),
            typed.now));
  }

  private void sweep(CommandRunner typed, DynamoDbClient client) throws IOException {
    KeyedTables.create(client, "replies", "Id", "S");
    KeyedTables.create(client, "reply-chunks", "Id", "S");
    KeyedTables.create(client, "reply-intents", "Bucket", "N", "Due", "S");
    assertThat(typed.run("sweep", "--take-ownership", "-c", config).code()).isZero();
    run(typed, "sweep");
    run(typed, "sweep", "--deep");
    run(typed, "sweep", "--deep", "--job", "weekly");
  }

  private void move(MovedClicks clicks) throws IOException {
    MovedClicks.assertDone(clicks.start("--apply"));
    // A pass that is stopped has time left.
    clicks.reshard("run", "--stop-file", config, "--units-per-second", "5000");
    note(clicks.reshard("status", "--metrics", "EMF").err());
    for (String command : List.of("work", "reshard run", "reshard verify")) {
      Result result = clicks.typed(command, "--metrics", "EMF");
      MovedClicks.assertDone(result);
      note(result.err());
    }
  }
}
