package dev.evenkeel.jobs.command;

import picocli.CommandLine.Command;

/** Commands on the catalogue of archives. */
@Command(
    name = "catalogue",
    description = {"Looks after the catalogue of archives.", ""},
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {RebuildCommand.class})
final class CatalogueCommand extends CommandGroup {}
