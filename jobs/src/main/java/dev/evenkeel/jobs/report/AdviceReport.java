package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.simulator.advise.Advice;
import dev.evenkeel.simulator.advise.Advice.Bounds;
import dev.evenkeel.simulator.advise.Advice.Distribution;
import dev.evenkeel.simulator.advise.Advice.HeavyKey;
import dev.evenkeel.simulator.advise.Advice.KeyDesign;
import dev.evenkeel.simulator.advise.Advice.KeyPeak;
import dev.evenkeel.simulator.advise.Advice.KeyStatistics;
import dev.evenkeel.simulator.advise.Advice.ShardAdvice;
import dev.evenkeel.simulator.advise.Finding;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice.TableSample;
import dev.evenkeel.simulator.trace.TraceReader.TraceTally;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The report of the key advisor.
 *
 * @param advice the findings; null for a trace of several tables, whose keys are not one table's
 * @param trace the counts of the trace; null if it was a table
 * @param sample the sample of the table; null if it was a trace
 * @param caches what caches would gain; null if it was a table, or a trace without reads to cache
 */
public record AdviceReport(
    @Nullable Advice advice,
    @Nullable TraceTally trace,
    @Nullable TableSample sample,
    @Nullable CacheRows caches)
    implements Report {

  /** The report on a trace. */
  public static AdviceReport of(
      @Nullable Advice advice, TraceTally trace, @Nullable CacheRows caches) {
    return new AdviceReport(advice, trace, null, caches);
  }

  /** The report on a table. */
  public static AdviceReport of(TableAdvice table) {
    return new AdviceReport(table.advice(), null, table.sample(), null);
  }

  /** Whether there is something to change. */
  public boolean hasFindings() {
    return advice == null ? caches != null && caches.hasFindings() : !advice.findings().isEmpty();
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = Json.document("advise");
    if (trace != null) {
      json.set("trace", json(trace));
    }
    if (sample != null) {
      json.set("sample", json(sample));
    }
    if (advice != null) {
      keys(json, advice);
    }
    if (caches != null) {
      json.set("caches", caches.json());
    }
    return json;
  }

  private static void keys(ObjectNode json, Advice advice) {
    json.set("statistics", json(advice.statistics()));
    KeyDesign design = advice.design();
    ObjectNode rating = json.putObject("design");
    rating.put("row", design == null ? null : design.name());
    rating.put("good", design == null ? null : Boolean.valueOf(design.good()));
    rating.put("reason", advice.reason());
    json.put("shareError", advice.shareError());
    json.set("heavyKeys", Json.array(advice.heavyKeys(), AdviceReport::json));
    json.set("findings", Json.array(advice.findings(), AdviceReport::json));
    ShardAdvice sharding = advice.sharding();
    json.set("sharding", sharding == null ? json.nullNode() : json(sharding));
  }

  private static ObjectNode json(TraceTally tally) {
    ObjectNode json =
        Json.object()
            .put("lines", tally.lines())
            .put("records", tally.records())
            .put("malformed", tally.malformed())
            .put("late", tally.late());
    json.set(
        "firstMalformed",
        Json.array(
            tally.firstMalformed(),
            line -> Json.object().put("line", line.number()).put("reason", line.reason())));
    return json;
  }

  private static ObjectNode json(TableSample sample) {
    return Json.object()
        .put("table", sample.tableName())
        .put("items", sample.items())
        .put("readUnits", sample.units())
        .put("whole", sample.whole())
        .put("tableItems", sample.tableItems());
  }

  private static ObjectNode json(KeyStatistics statistics) {
    ObjectNode json =
        Json.object()
            .put("requests", statistics.requests())
            .put("writes", statistics.writes())
            .put("writeUnits", statistics.writeUnits())
            .put("reads", statistics.reads())
            .put("readUnits", statistics.readUnits());
    if (statistics.firstMillis() >= 0) {
      json.put("first", Instant.ofEpochMilli(statistics.firstMillis()).toString());
      json.put("last", Instant.ofEpochMilli(statistics.lastMillis()).toString());
    }
    json.set("distinctKeys", json(statistics.distinctKeys()));
    json.set("itemBytes", json(statistics.itemBytes()));
    json.set("keysPerMinute", json(statistics.keysPerMinute()));
    return json;
  }

  private static ObjectNode json(HeavyKey key) {
    ObjectNode json = Json.object().put("key", key.key());
    json.set("requests", json(key.requests()));
    json.set("share", json(key.share()));
    json.set("loadShare", json(key.loadShare()));
    json.set("peakWriteUnits", json(key.writes()));
    json.set("peakReadUnits", json(key.reads()));
    return json;
  }

  private static ObjectNode json(KeyPeak peak) {
    ObjectNode json = json(peak.units());
    if (peak.atMillis() >= 0) {
      json.put("at", Instant.ofEpochMilli(peak.atMillis()).toString());
    }
    return json.put("secondsOver", peak.secondsOver())
        .put("unitsPerRequest", peak.unitsPerRequest());
  }

  private static ObjectNode json(Finding finding) {
    return Json.object()
        .put("kind", finding.kind().name())
        .put("weight", finding.weight().name())
        .put("seen", finding.seen())
        .put("rule", finding.rule())
        .put("source", finding.source())
        .put("cure", finding.cure());
  }

  private static ObjectNode json(ShardAdvice sharding) {
    return Json.object()
        .put("shards", sharding.shards())
        .put("arithmetic", sharding.arithmetic())
        .put("shardsWithHeadRoom", sharding.shardsWithHeadRoom())
        .put("headRoom", sharding.headRoom())
        .put("selection", sharding.selection().name())
        .put("selectionReason", sharding.selectionReason())
        .put("heavyKeysOnly", sharding.heavyKeysOnly())
        .put("rules", sharding.rules())
        .put("indexLayout", sharding.indexLayout())
        .put("code", sharding.code());
  }

  private static ObjectNode json(Bounds bounds) {
    return Json.object()
        .put("low", bounds.low())
        .put("estimate", bounds.estimate())
        .put("high", bounds.high());
  }

  private static ObjectNode json(Distribution numbers) {
    return Json.object()
        .put("count", numbers.count())
        .put("min", numbers.min())
        .put("median", numbers.median())
        .put("p99", numbers.p99())
        .put("max", numbers.max());
  }

  @Override
  public String text() {
    return AdviceText.of(this);
  }
}
