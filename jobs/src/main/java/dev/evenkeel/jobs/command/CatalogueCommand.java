package dev.evenkeel.jobs.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Commands on the catalogue of archives. */
@Command(
    name = "catalogue",
    description = {"Looks after the catalogue of archives.", ""},
    synopsisSubcommandLabel = "COMMAND")
final class CatalogueCommand extends CommandGroup {
  static CommandLine line(Environment environment) {
    return new CommandLine(new CatalogueCommand()).addSubcommand(new RebuildCommand(environment));
  }
}
