package dev.evenkeel.jobs.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Commands on the tables of time series. */
@Command(
    name = "tables",
    description = {
      "Builds, cools down, archives and deletes the period tables of time series.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND")
final class TablesCommand extends CommandGroup {
  static CommandLine line(Environment environment) {
    return new CommandLine(new TablesCommand())
        .addSubcommand(new PlanCommand(environment))
        .addSubcommand(new ApplyCommand(environment))
        .addSubcommand(new StatusCommand(environment))
        .addSubcommand(new WatchCommand(environment))
        .addSubcommand(new ArchiveCommand(environment))
        .addSubcommand(new ArchivesCommand(environment))
        .addSubcommand(new RestoreCommand(environment))
        .addSubcommand(new ParquetCommand(environment))
        .addSubcommand(CatalogueCommand.line(environment))
        .addSubcommand(new AdoptCommand(environment))
        .addSubcommand(new AcceptClockCommand(environment))
        .addSubcommand(
            "archive-anew", new RenamedCommand("archive-anew", "archive --restart TABLE"))
        .addSubcommand("trust-clock", new RenamedCommand("trust-clock", "accept-clock"));
  }
}
