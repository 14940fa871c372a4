package dev.evenkeel.jobs.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Commands that move items to another number of shards. */
@Command(
    name = "reshard",
    description = {
      "Moves the items that are there to another number of shards, while clients read and write:"
          + " plan, start, run, verify, finish.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND")
final class ReshardCommand extends CommandGroup {
  static CommandLine line(Environment environment) {
    return new CommandLine(new ReshardCommand())
        .addSubcommand(new PlanReshardCommand(environment))
        .addSubcommand(new StartReshardCommand(environment))
        .addSubcommand(new RunReshardCommand(environment))
        .addSubcommand(new StatusReshardCommand(environment))
        .addSubcommand(new VerifyReshardCommand(environment))
        .addSubcommand(new FinishReshardCommand(environment));
  }
}
