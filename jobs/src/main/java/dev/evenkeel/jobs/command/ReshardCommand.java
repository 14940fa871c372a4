package dev.evenkeel.jobs.command;

import picocli.CommandLine.Command;

/** Commands that move items to another number of shards. */
@Command(
    name = "reshard",
    description = {
      "Moves the items that are there to another number of shards, while clients read and write:"
          + " plan, start, run, verify, finish.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      PlanReshardCommand.class,
      StartReshardCommand.class,
      RunReshardCommand.class,
      StatusReshardCommand.class,
      VerifyReshardCommand.class,
      FinishReshardCommand.class
    })
final class ReshardCommand extends CommandGroup {}
