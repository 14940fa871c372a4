package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import java.time.Duration;
import java.time.Instant;

/**
 * Runs in CloudWatch's embedded metric format: lines of a log from which CloudWatch makes metrics,
 * in the namespace {@code Evenkeel} and by {@code series}.
 */
public final class EmbeddedMetrics {
  private static final String OVERDUE = "overdue_tables";
  private static final String BOUNDARY = "seconds_to_next_boundary_without_table";

  private EmbeddedMetrics() {}

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
