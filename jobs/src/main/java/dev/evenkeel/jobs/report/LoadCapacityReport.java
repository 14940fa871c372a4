package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.sharding.planning.BulkLoadPlanner;
import dev.evenkeel.sharding.planning.BulkLoadPlanner.BulkLoadPlan;
import java.util.Locale;

/**
 * The report of {@code capacity load}.
 *
 * @param load the load
 * @param plan at which pace
 */
public record LoadCapacityReport(BulkLoadPlanner load, BulkLoadPlan plan) implements Report {
  @Override
  public ObjectNode json() {
    return Json.document("capacity load")
        .put("writeUnits", load.writeUnits().asDouble())
        .put("dataBytes", load.dataBytes())
        .put("storedBytes", load.storedBytes())
        .put("writeUnitsPerSecond", plan.writeUnitsPerSecond())
        .put("seconds", plan.duration().toSeconds())
        .put("partitions", plan.partitions().partitions())
        .put("partitionsInTheEnd", partitionsInTheEnd());
  }

  private long partitionsInTheEnd() {
    return plan.partitions().holding(load.storedBytes()).partitions();
  }

  /** The partitions that its data make, if these are more. */
  private String growth() {
    return partitionsInTheEnd() == plan.partitions().partitions()
        ? ""
        : String.format(Locale.ROOT, ", and has %,d once it holds the data", partitionsInTheEnd());
  }

  @Override
  public String text() {
    return String.format(
        Locale.ROOT,
        """
        Write units: %,d items x %s for %,d bytes = %s.
        Storage: %,d items x (%,d + 100) bytes = %,d bytes.
        Pace: %,d write units a second for %s.
        Partitions: a provisioned table of that pace has about %,d%s.
        """,
        load.items(),
        BulkLoadPlanner.of(1, load.itemBytes()).writeUnits(),
        load.itemBytes(),
        load.writeUnits(),
        load.items(),
        load.itemBytes(),
        load.storedBytes(),
        plan.writeUnitsPerSecond(),
        TimeText.of(plan.duration()),
        plan.partitions().partitions(),
        growth());
  }
}
