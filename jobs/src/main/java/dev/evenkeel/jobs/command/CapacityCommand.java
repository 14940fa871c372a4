package dev.evenkeel.jobs.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The planners. */
@Command(
    name = "capacity",
    description = {"Plans periods, shards and paces, and shows the arithmetic. Sends nothing.", ""},
    synopsisSubcommandLabel = "COMMAND")
final class CapacityCommand extends CommandGroup {
  static CommandLine line(Environment environment) {
    return new CommandLine(new CapacityCommand())
        .addSubcommand(new SeriesCapacityCommand(environment))
        .addSubcommand(new ShardCapacityCommand(environment))
        .addSubcommand(new LoadCapacityCommand(environment));
  }
}
