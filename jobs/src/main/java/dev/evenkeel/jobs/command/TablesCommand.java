package dev.evenkeel.jobs.command;

import picocli.CommandLine.Command;

/** Commands on the tables of time series. */
@Command(
    name = "tables",
    description = {
      "Builds, cools down, archives and deletes the period tables of time series.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      PlanCommand.class,
      ApplyCommand.class,
      StatusCommand.class,
      WatchCommand.class,
      ArchiveCommand.class,
      ArchivesCommand.class,
      RestoreCommand.class,
      ParquetCommand.class,
      CatalogueCommand.class,
      AdoptCommand.class,
      AcceptClockCommand.class
    })
final class TablesCommand extends CommandGroup {}
