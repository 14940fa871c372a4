package dev.evenkeel.jobs.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tells what a move would do. */
@Command(
    name = "plan",
    description = {
      "Tells what a move of items to another number of shards would do: items, bytes,"
          + " units, time, money, and what clients cannot do meanwhile. Reads all items of the key"
          + " at the pace; of all keys only what DynamoDB says of the table. Ends with 1 if the"
          + " move would be refused.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  evenkeel reshard plan --table clicks --partition-key page --sort-key at --key /home --to 16"
    })
final class PlanReshardCommand extends ReportCommand {
  @Mixin private final MoveOptions move = new MoveOptions();

  @Override
  public Integer call() {
    return print(
        move.layout()
            .moving(
                environment(), "reshard plan", false, (job, progress) -> move.plan(job, "plan")));
  }
}
