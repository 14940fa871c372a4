package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.simulator.WorkloadComparison;
import dev.evenkeel.simulator.spec.result.Comparison;
import dev.evenkeel.simulator.spec.result.RunResult;
import dev.evenkeel.simulator.spec.result.RunResult.HotSecond;
import dev.evenkeel.simulator.spec.result.RunResult.KeyCount;
import dev.evenkeel.simulator.spec.result.RunResult.TimeBucket;

/**
 * The report of {@code simulate}.
 *
 * @param comparison the simulation and its results
 */
public record SimulationReport(Comparison comparison) implements Report {
  @Override
  public ObjectNode json() {
    ObjectNode json =
        Json.document("simulate")
            .put("load", comparison.load())
            .put("shards", comparison.scenario().shards().count())
            .put("selection", ReportText.word(comparison.scenario().shards().selection()))
            .put("seed", comparison.scenario().seed())
            .put("verdict", WorkloadComparison.verdict(comparison));
    json.set("notes", Json.texts(comparison.notes()));
    json.set("plain", run(comparison.plain()));
    json.set("sharded", run(comparison.sharded()));
    return json;
  }

  private static ObjectNode run(RunResult run) {
    ObjectNode json =
        Json.object()
            .put("seconds", run.seconds())
            .put("offered", run.offered())
            .put("accepted", run.accepted())
            .put("throttled", run.throttled())
            .put("partitions", run.firstPartitions())
            .put("partitionsAtTheEnd", run.lastPartitions())
            .put("partitionsUsed", run.usedPartitions());
    ObjectNode reasons = json.putObject("throttledBecause");
    run.throttles().forEach((reason, count) -> reasons.put(reason.code(), count));
    json.putObject("hottestPartition")
        .put("partition", run.hottest().partition())
        .put("share", run.hottest().share())
        .put("use", run.hottest().meanUse());
    json.set("keys", Json.array(run.keys(), SimulationReport::key));
    json.put("keysExact", run.keysExact());
    json.set("overTime", Json.array(run.buckets(), SimulationReport::bucket));
    return json;
  }

  private static JsonNode key(KeyCount key) {
    return Json.object()
        .put("key", key.key())
        .put("offered", key.offered())
        .put("accepted", key.accepted());
  }

  private static JsonNode bucket(TimeBucket bucket) {
    ObjectNode json =
        Json.object()
            .put("firstSecond", bucket.firstSecond())
            .put("seconds", bucket.seconds())
            .put("offered", bucket.offered())
            .put("accepted", bucket.accepted())
            .put("throttled", bucket.throttled());
    HotSecond hottest = bucket.hottest();
    if (hottest != null) {
      ObjectNode hot =
          json.putObject("hottest")
              .put("second", hottest.second())
              .put("partition", hottest.partition())
              .put("use", hottest.use())
              .put("share", hottest.share());
      hot.set("keys", Json.array(hottest.keys(), SimulationReport::key));
    }
    return json;
  }

  @Override
  public String text() {
    return WorkloadComparison.text(comparison);
  }
}
