package dev.evenkeel.jobs.command;

import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.jobs.report.ShardCapacityReport;
import dev.evenkeel.sharding.planning.KeyLoad;
import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.sharding.planning.ShardCountPlanner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Plans the number of shards. */
@Command(
    name = "shards",
    description = {"Plans how many shards a hot partition key needs, and what they cost.", ""},
    footer = {
      "",
      "Example:",
      "  evenkeel capacity shards --writes-per-second 5000 --item-bytes 900"
    })
final class ShardCapacityCommand extends ReportCommand {
  @Option(
      names = "--writes-per-second",
      paramLabel = "COUNT",
      required = true,
      description = "items put, updated or deleted a second, of the hottest key")
  private double writes;

  @Option(
      names = "--item-bytes",
      paramLabel = "BYTES",
      required = true,
      description = "the size of an item, names included")
  private int itemBytes;

  @Option(
      names = "--gets-per-second",
      paramLabel = "COUNT",
      description = "items read by key a second")
  private double gets;

  @Option(names = "--consistent", description = "reads are strongly consistent")
  private boolean consistent;

  @Option(
      names = "--query-pages-per-second",
      paramLabel = "COUNT",
      description = "pages of queries over the whole key a second")
  private double queryPages;

  @Option(
      names = "--query-page-rows",
      paramLabel = "COUNT",
      defaultValue = "100",
      description = "the limit of those queries; default ${DEFAULT-VALUE}")
  private int queryPageRows;

  @Option(
      names = "--growth",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description = "what the load grows to; default ${DEFAULT-VALUE}")
  private double growth;

  @Option(
      names = "--head-room",
      paramLabel = "PART",
      defaultValue = "0.2",
      description = "the part of each limit that stays unused; default ${DEFAULT-VALUE}")
  private double headRoom;

  @Option(
      names = "--selection",
      paramLabel = "HOW",
      defaultValue = "CALCULATED",
      description = "how shards come about: ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}")
  private Selection selection = Selection.CALCULATED;

  @Override
  public Integer call() {
    KeyLoad load =
        KeyLoad.builder()
            .writesPerSecond(writes)
            .itemBytes(itemBytes)
            .getsPerSecond(gets)
            .queryPagesPerSecond(queryPages)
            .queryPageRows(queryPageRows)
            .reads(consistent ? ReadCapacity.STRONG : ReadCapacity.EVENTUAL)
            .build();
    ShardCountPlanner planner =
        ShardCountPlanner.builder().growth(growth).headRoom(headRoom).selection(selection).build();
    return print(new ShardCapacityReport(planner.plan(load)));
  }
}
