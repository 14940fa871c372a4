package dev.evenkeel.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EmbeddedMetricsTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  /** AWS, "Specification: Embedded metric format". */
  @Test
  void line_ofAReport_hasItsNumbersAndTruths() throws IOException {
    ObjectNode json = Json.document("sweep").put("dryRun", true).put("failure", (String) null);
    json.putObject("intents").put("seen", 3).put("chunksRemoved", 0);
    json.putObject("costs").put("once", 0.5);
    json.putArray("segments").add(1);
    json.put("secondsLeft", 2.5);

    String line = EmbeddedMetrics.line(json, NOW);

    JsonNode read = new ObjectMapper().readTree(line);
    assertThat(line).doesNotContain("\n");
    assertThat(read.path("command").asText()).isEqualTo("sweep");
    assertThat(read.at("/_aws/Timestamp").asLong()).isEqualTo(NOW.toEpochMilli());
    JsonNode metrics = read.at("/_aws/CloudWatchMetrics/0");
    assertThat(metrics.path("Namespace").asText()).isEqualTo("Evenkeel");
    assertThat(metrics.at("/Dimensions/0/0").asText()).isEqualTo("command");
    assertThat(metrics.path("Metrics"))
        .extracting(metric -> metric.path("Name").asText())
        .containsExactly("dry_run", "intents_seen", "intents_chunks_removed", "seconds_left")
        .allSatisfy(name -> assertThat(read.path(name).isNumber()).isTrue());
    assertThat(read.path("dry_run").asInt()).isEqualTo(1);
    assertThat(read.path("seconds_left").asDouble()).isEqualTo(2.5);
  }
}
