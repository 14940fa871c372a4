package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.report.SimulationReport;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.ReportFile;
import dev.evenkeel.simulator.WorkloadComparison;
import dev.evenkeel.simulator.spec.result.Comparison;
import dev.evenkeel.simulator.spec.workload.Scenario;
import dev.evenkeel.simulator.spec.workload.Workload;
import dev.evenkeel.simulator.trace.TraceReader;
import dev.evenkeel.simulator.trace.TraceReader.TraceException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Simulates the throttles of a table without and with shards. */
@Command(
    name = "simulate",
    description = {
      "Plays a load on simulated partitions of DynamoDB, twice: with every key as it is, and spread"
          + " over shards. Tells what is accepted, what is throttled and why. Sends nothing. Without"
          + " options: a day that gets 20,000 writes a second, on 20 partitions.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel simulate --shards 10 --report hot-day.html",
      "  evenkeel simulate --rate 50000 --keys 10000 --zipf 1.1 --for 10m --behavior original",
      "  evenkeel simulate --trace access.log --format apache --key day --speed 3600 --times 50"
    })
final class SimulateCommand extends ReportCommand {
  private static final List<String> OF_TRACES =
      List.of("--format", "--key", "--operation", "--speed", "--times", "--trace-table");

  /** The number of requests between two progress lines: some seconds of simulation. */
  private static final long REQUESTS_PER_LINE = 5_000_000;

  @Mixin private final WorkloadOptions workload = new WorkloadOptions();
  @Mixin private final TraceOptions trace = new TraceOptions();
  @Mixin private final PlaybackOptions playback = new PlaybackOptions();
  @Mixin private final SimulatedTableOptions table = new SimulatedTableOptions();
  @Mixin private final ShardOptions shards = new ShardOptions();

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      defaultValue = "0",
      description =
          "draws where keys lie and what is random of a load; the same seed, the same answer")
  private long seed;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "also writes a page with charts there, which needs no network")
  private @Nullable Path report;

  /** Has the help text show the options of this command in groups. */
  static void groupOptions(CommandLine line) {
    line.getHelpSectionMap()
        .put(
            UsageMessageSpec.SECTION_KEY_OPTION_LIST,
            new OptionGroups()
                .with("A load that is made up", WorkloadOptions.class)
                .with("Or one that was recorded", TraceOptions.class, PlaybackOptions.class)
                .with("The table", SimulatedTableOptions.class)
                .with("The shards", ShardOptions.class));
  }

  @Override
  public Integer call() {
    Conflicts conflicts = new Conflicts();
    workload.check(conflicts);
    table.check(conflicts, trace.areGiven());
    conflicts.refuse(
        trace.areGiven() && workload.isAnyGiven(),
        "--trace plays what was recorded. Leave out the options of a made-up load: --rate,"
            + " --end-rate, --peak-rate, --for, --hot-key, --keys, --zipf, --item-bytes, --access.");
    conflicts.refuse(
        !trace.areGiven() && OF_TRACES.stream().anyMatch(this::isGiven),
        String.join(", ", OF_TRACES) + " are for traces. Add --trace.");
    conflicts.check();
    requireOtherFiles();
    try (ReportFile page = report == null ? null : ReportFile.at(report)) {
      Comparison comparison = trace.areGiven() ? playTrace() : playWorkload();
      int code = print(new SimulationReport(comparison));
      if (page != null) {
        page.write(WorkloadComparison.html(comparison));
      }
      return code;
    } catch (TraceException e) {
      throw new JobException(trace.message(e));
    }
  }

  private Comparison playWorkload() {
    Workload made = workload.workload();
    Scenario scenario = new Scenario(table.table(made), shards.shards(), seed);
    try (Progress progress = progress()) {
      return WorkloadComparison.of(scenario, made, played(progress).outOf(requests(made)));
    }
  }

  private Comparison playTrace() {
    Scenario scenario = new Scenario(table.table(), shards.shards(), seed);
    try (TraceReader reader = playback.of(trace.open());
        Progress progress = progress()) {
      return WorkloadComparison.ofTrace(
          scenario, traceName(), reader, playback.playback(), played(progress));
    }
  }

  private Progress progress() {
    return Progress.of("simulate", environment().terminal());
  }

  private static long requests(Workload made) {
    return LongStream.range(0, made.seconds()).map(at -> made.rate().in(at, made.seconds())).sum();
  }

  private static Steps played(Progress progress) {
    return Steps.each(REQUESTS_PER_LINE, "requests played", progress);
  }

  /** Refuses one file for trace and output: writing would destroy the trace. */
  private void requireOtherFiles() {
    if (report != null && trace.isIn(report)) {
      throw new JobException(
          "the report cannot be written to '%s': it is the trace. Name another file."
              .formatted(report));
    }
  }

  private boolean isGiven(String option) {
    return parsed().hasMatchedOption(option);
  }

  private String traceName() {
    String file = parsed().matchedOptionValue("--trace", "-");
    return file.equals("-") ? "standard input" : String.valueOf(Path.of(file).getFileName());
  }

  private ParseResult parsed() {
    return commandSpec().commandLine().getParseResult();
  }
}
