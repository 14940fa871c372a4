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
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice.TableSample;
import dev.evenkeel.simulator.trace.TraceReader.TraceTally;
import java.time.Instant;

/** The advisor's findings as JSON. */
final class AdviceJson {
  private AdviceJson() {}

  static ObjectNode of(AdviceReport report) {
    ObjectNode json = Json.document("advise");
    if (report.trace() != null) {
      json.set("trace", trace(report.trace()));
    }
    if (report.sample() != null) {
      json.set("sample", sample(report.sample()));
    }
    if (report.advice() != null) {
      keys(json, report.advice());
    }
    if (report.caches() != null) {
      json.set("caches", report.caches().json());
    }
    return json;
  }

  private static void keys(ObjectNode json, Advice advice) {
    json.set("statistics", statistics(advice.statistics()));
    KeyDesign design = advice.design();
    ObjectNode rating = json.putObject("design");
    rating.put("row", design == null ? null : design.name());
    rating.put("good", design == null ? null : Boolean.valueOf(design.good()));
    rating.put("reason", advice.reason());
    json.put("shareError", advice.shareError());
    json.set("heavyKeys", Json.array(advice.heavyKeys(), AdviceJson::key));
    json.set("findings", Json.array(advice.findings(), AdviceJson::finding));
    ShardAdvice sharding = advice.sharding();
    json.set("sharding", sharding == null ? json.nullNode() : sharding(sharding));
  }

  private static ObjectNode trace(TraceTally tally) {
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

  private static ObjectNode sample(TableSample sample) {
    return Json.object()
        .put("table", sample.tableName())
        .put("items", sample.items())
        .put("readUnits", sample.units())
        .put("whole", sample.whole())
        .put("tableItems", sample.tableItems());
  }

  private static ObjectNode statistics(KeyStatistics statistics) {
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
    json.set("distinctKeys", bounds(statistics.distinctKeys()));
    json.set("itemBytes", distribution(statistics.itemBytes()));
    json.set("keysPerMinute", distribution(statistics.keysPerMinute()));
    return json;
  }

  private static ObjectNode key(HeavyKey key) {
    ObjectNode json = Json.object().put("key", key.key());
    json.set("requests", bounds(key.requests()));
    json.set("share", bounds(key.share()));
    json.set("loadShare", bounds(key.loadShare()));
    json.set("peakWriteUnits", peak(key.writes()));
    json.set("peakReadUnits", peak(key.reads()));
    return json;
  }

  private static ObjectNode peak(KeyPeak peak) {
    ObjectNode json = bounds(peak.units());
    if (peak.atMillis() >= 0) {
      json.put("at", Instant.ofEpochMilli(peak.atMillis()).toString());
    }
    return json.put("secondsOver", peak.secondsOver())
        .put("unitsPerRequest", peak.unitsPerRequest());
  }

  private static ObjectNode finding(Finding finding) {
    return Json.object()
        .put("kind", finding.kind().name())
        .put("weight", finding.weight().name())
        .put("seen", finding.seen())
        .put("rule", finding.rule())
        .put("source", finding.source())
        .put("cure", finding.cure());
  }

  private static ObjectNode sharding(ShardAdvice sharding) {
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

  private static ObjectNode bounds(Bounds bounds) {
    return Json.object()
        .put("low", bounds.low())
        .put("estimate", bounds.estimate())
        .put("high", bounds.high());
  }

  private static ObjectNode distribution(Distribution numbers) {
    return Json.object()
        .put("count", numbers.count())
        .put("min", numbers.min())
        .put("median", numbers.median())
        .put("p99", numbers.p99())
        .put("max", numbers.max());
  }
}
