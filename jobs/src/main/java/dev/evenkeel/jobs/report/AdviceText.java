package dev.evenkeel.jobs.report;

import dev.evenkeel.simulator.advise.Advice;
import dev.evenkeel.simulator.advise.Advice.Bounds;
import dev.evenkeel.simulator.advise.Advice.Distribution;
import dev.evenkeel.simulator.advise.Advice.KeyDesign;
import dev.evenkeel.simulator.advise.Advice.KeyStatistics;
import dev.evenkeel.simulator.advise.Advice.ShardAdvice;
import dev.evenkeel.simulator.advise.Finding;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice.TableSample;
import dev.evenkeel.simulator.trace.TraceReader.TraceTally;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Collectors;

/** The advisor's findings as text. */
final class AdviceText {
  private final StringBuilder text = new StringBuilder();

  private AdviceText() {}

  static String of(AdviceReport report) {
    AdviceText text = new AdviceText();
    text.begin(report);
    Advice advice = report.advice();
    if (advice == null) {
      text.line("Keys: not rated, as there are several tables. Name one: --trace-table NAME.");
    } else {
      text.keys(advice, report.sample() == null);
    }
    if (report.caches() != null) {
      text.text.append('\n').append(report.caches().text());
    }
    return text.text.toString();
  }

  private void keys(Advice advice, boolean timed) {
    statistics(advice.statistics());
    design(advice);
    text.append(HeavyKeysText.of(advice, timed));
    findings(advice);
    ShardAdvice sharding = advice.sharding();
    if (sharding != null) {
      sharding(sharding);
    }
  }

  private void begin(AdviceReport report) {
    if (report.trace() != null) {
      trace(report.trace());
    }
    if (report.sample() != null) {
      sample(report.sample());
    }
  }

  private void trace(TraceTally tally) {
    line("Read: %s on %s.", count(tally.records(), "request"), count(tally.lines(), "line"));
    if (tally.malformed() > 0) {
      line(
          "Skipped: %s%s: %s.",
          count(tally.malformed(), "malformed line"),
          tally.malformed() > tally.firstMalformed().size() ? ", first" : "",
          tally.firstMalformed().stream()
              .map(TraceTally.MalformedLine::toString)
              .collect(Collectors.joining("; ")));
    }
    if (tally.late() > 0) {
      line("Out of order, so counted at a later time: %s.", count(tally.late(), "request"));
    }
  }

  private void sample(TableSample sample) {
    line(
        "Read: %s of %s, %s, for %,.1f read units.",
        count(sample.items(), "item"),
        sample.tableName(),
        sample.whole()
            ? "all there are"
            : String.format(
                Locale.ROOT, "a part of about %,d", Math.max(sample.items(), sample.tableItems())),
        sample.units());
  }

  private void statistics(KeyStatistics seen) {
    if (seen.firstMillis() >= 0) {
      line(
          "Time: %s to %s.",
          Instant.ofEpochMilli(seen.firstMillis()), Instant.ofEpochMilli(seen.lastMillis()));
      line(
          "Load: %s, %,.1f write units; %s, %,.1f read units.",
          count(seen.writes(), "write"),
          seen.writeUnits(),
          count(seen.reads(), "read"),
          seen.readUnits());
    }
    Distribution sizes = seen.itemBytes();
    line(
        "Bytes: %,.0f in the middle, 99 %% up to %,.0f, at most %,.0f.",
        sizes.median(), sizes.p99(), sizes.max());
    Bounds keys = seen.distinctKeys();
    line(
        keys.low() == keys.high()
            ? "Partition keys: %,.0f."
            : "Partition keys: %,.0f, with 95 %% confidence %,.0f to %,.0f.",
        keys.estimate(),
        keys.low(),
        keys.high());
    Distribution minutes = seen.keysPerMinute();
    if (minutes.count() > 0) {
      line(
          "Keys in a minute: %,.0f in the middle, at least %,.0f, at most %,.0f, of %s with"
              + " requests.",
          minutes.median(), minutes.min(), minutes.max(), count(minutes.count(), "minute"));
    }
  }

  private void design(Advice advice) {
    KeyDesign design = advice.design();
    line(
        "Key design: %s. %s.",
        design == null
            ? "not rated"
            : String.format("%s, as \"%s\"", design.good() ? "good" : "bad", design.row()),
        sentence(advice.reason()));
  }

  private void findings(Advice advice) {
    text.append('\n');
    if (advice.findings().isEmpty()) {
      line("Nothing to change was found.");
    }
    int number = 0;
    for (Finding finding : advice.findings()) {
      number++;
      line("%d. %s, %s: %s.", number, name(finding.kind()), weight(finding), finding.seen());
      line("   Rule: %s.", sentence(finding.rule()));
      line("   Source: %s.", finding.source());
      line("   Do: %s", finding.cure());
    }
  }

  private static String weight(Finding finding) {
    return switch (finding.weight()) {
      case THROTTLES -> "throttles at this load";
      case RISK -> "a risk as load grows";
      case COST -> "costs";
    };
  }

  private static String name(Finding.Kind kind) {
    return sentence(ReportText.word(kind).replace('_', ' '));
  }

  private void sharding(ShardAdvice sharding) {
    text.append('\n');
    line("Shards: %s.", sharding.arithmetic());
    if (sharding.shards() == 1) {
      line("  Keys to shard: %s.", sharding.rules());
      return;
    }
    if (sharding.shardsWithHeadRoom() > 0) {
      line(
          "  Take %,d: %s, which leaves a fifth unused ('evenkeel capacity shards').",
          sharding.shardsWithHeadRoom(), sharding.headRoom());
    } else {
      line("  Not by shards: %s.", sharding.rules());
      return;
    }
    line("Selector: %s; %s.", ReportText.word(sharding.selection()), sharding.selectionReason());
    line("Keys: %s.", sharding.rules());
    line("Index: %s.", sharding.indexLayout());
    sharding.code().lines().forEach(code -> text.append("  ").append(code).append('\n'));
  }

  private static String count(long number, String thing) {
    return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
  }

  private static String sentence(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  private void line(String format, Object... values) {
    text.append(ReportText.line(format, values));
  }
}
