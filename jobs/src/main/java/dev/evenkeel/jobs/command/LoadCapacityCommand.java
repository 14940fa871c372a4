package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.Durations;
import dev.evenkeel.jobs.report.LoadCapacityReport;
import dev.evenkeel.sharding.planning.BulkLoadPlanner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Plans the pace of a load. */
@Command(
    name = "load",
    description = {"Plans the pace of a bulk load.", ""},
    footer = {
      "",
      "Example:",
      "  evenkeel capacity load --items 1000000 --item-bytes 900 --within 1h"
    })
final class LoadCapacityCommand extends ReportCommand {
  @Option(names = "--items", paramLabel = "COUNT", required = true, description = "how many items")
  private long items;

  @Option(
      names = "--item-bytes",
      paramLabel = "BYTES",
      required = true,
      description = "the size of an item, names included")
  private int itemBytes;

  @ArgGroup(multiplicity = "1")
  private final Pace pace = new Pace();

  /** One of two. */
  static final class Pace {
    @Option(
        names = "--within",
        paramLabel = "LENGTH",
        required = true,
        description = "how long it may take, such as 6h")
    private @Nullable String within;

    @Option(
        names = "--units-per-second",
        paramLabel = "COUNT",
        required = true,
        description = "how many write units a second it may take")
    private long unitsPerSecond;
  }

  @Override
  public Integer call() {
    BulkLoadPlanner load = BulkLoadPlanner.of(items, itemBytes);
    return print(
        new LoadCapacityReport(
            load,
            pace.within == null
                ? load.at(pace.unitsPerSecond)
                : load.within(Durations.parse(pace.within))));
  }
}
