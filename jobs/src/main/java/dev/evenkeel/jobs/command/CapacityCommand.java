package dev.evenkeel.jobs.command;

import picocli.CommandLine.Command;

/** The planners. */
@Command(
    name = "capacity",
    description = {"Plans periods, shards and paces, and shows the arithmetic. Sends nothing.", ""},
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      SeriesCapacityCommand.class,
      ShardCapacityCommand.class,
      LoadCapacityCommand.class
    })
final class CapacityCommand extends CommandGroup {}
