package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.Durations;
import dev.evenkeel.jobs.config.Periods;
import dev.evenkeel.jobs.report.SeriesCapacityReport;
import dev.evenkeel.timeseries.planning.EventStream;
import dev.evenkeel.timeseries.planning.TimeSeriesPlan;
import dev.evenkeel.timeseries.planning.TimeSeriesPlanner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Plans the period and capacity of a series. */
@Command(
    name = "series",
    description = {"Plans the period, the shards and the capacity of a stream of events.", ""},
    footer = {
      "",
      "Example:",
      "  evenkeel capacity series --events-per-second 600 --item-bytes 180"
    })
final class SeriesCapacityCommand extends ReportCommand {
  @Option(
      names = "--events-per-second",
      paramLabel = "COUNT",
      required = true,
      description = "events a second, on average")
  private double perSecond;

  @Option(
      names = "--peak-per-second",
      paramLabel = "COUNT",
      description = "events a second, at most; otherwise the average")
  private @Nullable Double peak;

  @Option(
      names = "--item-bytes",
      paramLabel = "BYTES",
      required = true,
      description = "the size of an event's item, names included")
  private int itemBytes;

  @Option(
      names = "--head-room",
      paramLabel = "PART",
      description = "the part of a partition that stays unused, such as 0.1; otherwise none")
  private double headRoom;

  @Option(
      names = "--without-overhead",
      description = "count without the 100 bytes that DynamoDB adds to each stored item")
  private boolean withoutOverhead;

  @Option(
      names = "--keep",
      paramLabel = "LENGTH",
      description = "how long tables are kept, such as 90d, to tell how many there are")
  private @Nullable String keep;

  @Override
  public Integer call() {
    return print(report());
  }

  private SeriesCapacityReport report() {
    TimeSeriesPlanner planner = TimeSeriesPlanner.create().headRoom(headRoom);
    EventStream stream = EventStream.of(perSecond, itemBytes);
    TimeSeriesPlan plan =
        (withoutOverhead ? planner.withoutOverhead() : planner)
            .plan(peak == null ? stream : stream.peak(peak));
    return new SeriesCapacityReport(
        plan,
        withoutOverhead ? 0 : TimeSeriesPlanner.ITEM_OVERHEAD_BYTES,
        headRoom,
        Periods.word(plan.period()),
        keep == null ? null : Durations.parse(keep));
  }
}
