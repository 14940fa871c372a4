package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.sharding.planning.ShardPlan;

/**
 * The report of {@code capacity shards}.
 *
 * @param plan the planner's recommendation
 */
public record ShardCapacityReport(ShardPlan plan) implements Report {
  @Override
  public ObjectNode json() {
    return Json.document("capacity shards")
        .put("shards", plan.shards())
        .put("formulaShards", plan.formulaShards())
        .put("bindingLimit", plan.bindingLimit().name())
        .put("meanWriteUnitsPerSecond", plan.meanWriteUnitsPerSecond())
        .put("hottestWriteUnitsPerSecond", plan.hottestWriteUnitsPerSecond())
        .put("hottestReadUnitsPerSecond", plan.hottestReadUnitsPerSecond())
        .put("queryPageUnits", plan.queryPageUnits().asDouble())
        .put("plainQueryPageUnits", plan.plainQueryPageUnits().asDouble())
        .put("getUnits", plan.getUnits().asDouble());
  }

  @Override
  public String text() {
    return plan.explain() + "\n";
  }
}
