package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Runs and reports in CloudWatch's embedded metric format: lines of a log from which CloudWatch
 * makes metrics, in the namespace {@code Evenkeel} and by {@code series}.
 */
public final class EmbeddedMetrics {
  private static final Set<String> LEFT_OUT = Set.of("format", "costs");
  private static final String OVERDUE = "overdue_tables";
  private static final String BOUNDARY = "seconds_to_next_boundary_without_table";

  private EmbeddedMetrics() {}

  /** Whether the environment asks for the metrics of all jobs. */
  public static boolean areWanted() {
    return "EMF".equals(System.getenv("EVENKEEL_METRICS"));
  }

  /**
   * The numbers and truths of a report, one line by {@code command}, without its end: those at the
   * top and in its mappings, as {@code intents_failed} for the member {@code failed} of {@code
   * intents}. A truth is 1 or 0. Lists and costs are left out, and so are nulls. A {@code region}
   * is a property, and no dimension.
   */
  public static String line(ObjectNode document, Instant now) {
    ObjectNode line = Json.object();
    ObjectNode about = line.putObject("_aws").put("Timestamp", now.toEpochMilli());
    ObjectNode metrics = about.putArray("CloudWatchMetrics").addObject();
    metrics.put("Namespace", "Evenkeel").putArray("Dimensions").addArray().add("command");
    line.put("command", document.path("command").asText());
    if (document.has("region")) {
      line.set("region", document.get("region"));
    }
    add("", document, line, metrics.putArray("Metrics"));
    return line.toString();
  }

  private static void add(String before, ObjectNode from, ObjectNode line, ArrayNode names) {
    for (Map.Entry<String, JsonNode> member : from.properties()) {
      String name = before + snake(member.getKey());
      JsonNode value = member.getValue();
      if (LEFT_OUT.contains(name)) {
        continue;
      }
      if (value instanceof ObjectNode section && before.isEmpty()) {
        add(name + "_", section, line, names);
      } else if (value.isNumber() || value.isBoolean()) {
        names.addObject().put("Name", name).put("Unit", "None");
        line.put(name, value.isBoolean() ? (value.asBoolean() ? 1 : 0) : value.asDouble());
      }
    }
  }

  private static String snake(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  /** One line, without its end. Values that a run did not determine are left out. */
  public static String line(LifecycleReport report, Instant now) {
    ObjectNode line = Json.object();
    ObjectNode about = line.putObject("_aws").put("Timestamp", now.toEpochMilli());
    ObjectNode metrics = about.putArray("CloudWatchMetrics").addObject();
    metrics.put("Namespace", "Evenkeel").putArray("Dimensions").addArray().add("series");
    ArrayNode names = metrics.putArray("Metrics");
    line.put("series", report.series());
    Duration left = report.prebuilt().untilBoundary(now);
    if (left != null) {
      names.addObject().put("Name", OVERDUE).put("Unit", "Count");
      line.put(OVERDUE, report.prebuilt().overdue().size());
      names.addObject().put("Name", BOUNDARY).put("Unit", "Seconds");
      line.put(BOUNDARY, left.toSeconds());
    }
    return line.toString();
  }
}
