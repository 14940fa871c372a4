package dev.evenkeel.simulator;

import dev.evenkeel.core.internal.value.Printable;
import dev.evenkeel.simulator.internal.plan.report.ReportPage;
import dev.evenkeel.simulator.internal.plan.report.ReportText;
import dev.evenkeel.simulator.internal.plan.report.Verdict;
import dev.evenkeel.simulator.internal.plan.workload.ComparisonRun;
import dev.evenkeel.simulator.internal.plan.workload.RequiredShards;
import dev.evenkeel.simulator.internal.plan.workload.TraceText;
import dev.evenkeel.simulator.internal.plan.workload.WorkloadRun;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.result.Comparison;
import dev.evenkeel.simulator.spec.workload.Playback;
import dev.evenkeel.simulator.spec.workload.Scenario;
import dev.evenkeel.simulator.spec.workload.Workload;
import dev.evenkeel.simulator.trace.TraceReader;
import dev.evenkeel.simulator.trace.TraceReader.TraceTally;
import dev.evenkeel.simulator.trace.TraceRecord;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a workload twice under one placement, with every key as it is and with every key spread
 * over shards, and compares the results.
 *
 * <pre>{@code
 * Workload day = Workload.writes(20_000, KeyDistribution.single("2014-07-09"), 60);
 * TableSpec table =
 *     TableSpec.builder("orders").capacity(Capacity.provisioned(0, 20_000)).build();
 * Comparison comparison =
 *     WorkloadComparison.of(new Scenario(table, new Shards(10, Selection.CALCULATED), 0), day);
 * Files.writeString(Path.of("report.html"), WorkloadComparison.html(comparison));
 * }</pre>
 *
 * <p>The same arguments give the same comparison everywhere. Memory is bounded by the numbers of
 * partitions and keys, not by time. Some 2 million requests of a workload are played a second where
 * many are equal. Each call is for one thread; calls share nothing.
 */
public final class WorkloadComparison {
  private WorkloadComparison() {}

  /**
   * Plays a workload.
   *
   * @throws IllegalArgumentException if it cannot be simulated on these shards, naming the rule
   */
  public static Comparison of(Scenario scenario, Workload workload) {
    return of(scenario, workload, requests -> {});
  }

  /**
   * Plays a long workload and reports progress.
   *
   * @param played receives the number of further requests played, on this thread, ten times for
   *     each second of the workload; what it throws ends the run
   * @throws IllegalArgumentException if it cannot be simulated on these shards, naming the rule
   */
  public static Comparison of(Scenario scenario, Workload workload, LongConsumer played) {
    ComparisonRun run = new ComparisonRun(scenario);
    WorkloadRun.play(workload, scenario, run, played);
    return run.finish(
        workload.seconds(),
        workload.title(),
        workload.notes(),
        RequiredShards.of(workload, scenario));
  }

  /**
   * Plays a trace, request by request; the first is made at the start.
   *
   * @param name the name of the comparison
   * @throws IllegalArgumentException if it cannot be simulated on these shards, naming the rule, or
   *     if the trace has requests of several tables
   * @throws dev.evenkeel.simulator.trace.TraceReader.TraceException if it cannot be read, or holds
   *     no request
   */
  public static Comparison ofTrace(
      Scenario scenario, String name, TraceReader trace, Playback playback) {
    return ofTrace(scenario, name, trace, playback, requests -> {});
  }

  /**
   * Plays a long trace and reports progress.
   *
   * @param played receives the number of further requests played, on this thread, for each of the
   *     trace; what it throws ends the run
   * @throws IllegalArgumentException if it cannot be simulated on these shards, naming the rule, or
   *     if the trace has requests of several tables
   * @throws dev.evenkeel.simulator.trace.TraceReader.TraceException if it cannot be read, or holds
   *     no request
   */
  public static Comparison ofTrace(
      Scenario scenario, String name, TraceReader trace, Playback playback, LongConsumer played) {
    ComparisonRun run = new ComparisonRun(scenario);
    long first = -1;
    long last = 0;
    long millis = 0;
    long requests = 0;
    String table = null;
    for (TraceRecord read = trace.next(); read != null; read = trace.next()) {
      table = requests == 0 ? read.table() : table;
      requireTable(table, read.table());
      first = first < 0 ? read.atMillis() : first;
      last = read.atMillis();
      millis = (long) ((last - first) / playback.speed());
      String key = read.partitionKey();
      run.offer(
          requests,
          read.sortKey(),
          playback.times(),
          Request.of(millis, key, null, read.access(), read.itemBytes()));
      requests += playback.times();
      played.accept(playback.times());
    }
    return run.finish(
        millis / 1_000 + 1,
        TraceText.title(name, trace.tally().records(), playback),
        TraceText.notes(last - first, playback, malformed(trace.tally())),
        "'evenkeel advise' on the same trace says how many shards which keys need.");
  }

  private static void requireTable(@Nullable String first, @Nullable String other) {
    if (!Objects.equals(first, other)) {
      throw new IllegalArgumentException(
          "the trace has requests of several tables, such as %s and %s, and one is simulated: choose one, by TraceReader.onlyTable or --trace-table"
              .formatted(named(first), named(other)));
    }
  }

  private static String named(@Nullable String table) {
    return table == null ? "one without a name" : "'" + Printable.of(table) + "'";
  }

  private static String malformed(TraceTally tally) {
    return tally.malformed() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "%,d of %,d lines could not be read: %s.",
            tally.malformed(),
            tally.lines(),
            tally.firstMalformed().stream()
                .map(Object::toString)
                .collect(Collectors.joining("; ")));
  }

  /** A comparison as lines for a terminal, of which the last ends, too. May change any time. */
  public static String text(Comparison comparison) {
    return ReportText.of(comparison);
  }

  /** The summary of a comparison, in a sentence or two. */
  public static String verdict(Comparison comparison) {
    return Verdict.of(comparison);
  }

  /**
   * A comparison as a page with charts: one HTML document that loads nothing, runs nothing and can
   * be opened without a network.
   */
  public static String html(Comparison comparison) {
    return ReportPage.of(comparison);
  }
}
